import PealCore
import PealCrypto

/// Entries that are appended to the log of one app.
struct AuditPlan {
    let app: AppID
    let from: AuditTree
    let now: Timestamp
    private var to: AuditTree
    private var frontier: MerkleFrontier
    private var entries: [StoredAuditEntry] = []

    /// Begins with what the log is.
    /// - Throws: ``StoreError`` `corrupt`.
    init(app: AppID, tree: AuditTree, now: Timestamp) throws {
        guard let frontier = MerkleFrontier(size: tree.size, bytes: tree.frontier) else {
            throw StoreError(.corrupt, "the audit log of \(app) has another size than its tree")
        }
        self.app = app
        self.from = tree
        self.frontier = frontier
        to = tree
        // A clock that was set back must not hide entries from a search by time.
        self.now = max(now, tree.at)
        to.at = self.now
    }

    var isEmpty: Bool { entries.isEmpty }

    mutating func add(_ entry: AuditEntry) {
        let leaf = AuditLeaf.bytes(of: entry, app: app, seq: to.size, after: to.last, at: now)
        let hash = MerkleFrontier.leafHash(leaf)
        entries.append(
            StoredAuditEntry(
                seq: to.size,
                at: now,
                action: entry.action,
                userRef: entry.user,
                notification: entry.notification,
                leaf: leaf
            )
        )
        frontier.append(hash)
        to.size += 1
        to.last = hash
    }

    /// What is written.
    var change: Change {
        var end = to
        end.frontier = frontier.bytes
        return .appendAudit(AuditAppend(from: from, to: end, entries))
    }
}
