import PealCore

/// The audit log of an app.
struct AuditLogRows: Sendable, Equatable {
    private(set) var tree = AuditTree()
    private(set) var entries: [StoredAuditEntry] = []
    private(set) var checkpoints: [StoredCheckpoint] = []
    /// The references of users, which an erasure takes away.
    private var references: [UserID: Int64] = [:]
    private var latest: Int64 = 0

    /// Gives a user who has none a reference; none is ever given twice.
    mutating func refer(to user: UserID) {
        guard references[user] == nil else { return }
        latest += 1
        references[user] = latest
    }

    func reference(of user: UserID) -> Int64? { references[user] }

    mutating func forget(_ user: UserID) { references[user] = nil }

    var isToCheckpoint: Bool { tree.size > checkpoints.last?.size ?? 0 }

    mutating func append(_ append: AuditAppend) throws {
        guard tree.size == append.from.size, tree.last == append.from.last else { throw AuditAppend.misplaced }
        let first = tree.first
        tree = append.to
        tree.first = first
        entries += append.entries
    }

    mutating func add(_ checkpoint: StoredCheckpoint) -> Bool {
        guard checkpoints.last?.size ?? 0 < checkpoint.size, checkpoint.size <= tree.size else { return false }
        checkpoints.append(checkpoint)
        return true
    }

    func page(_ filter: AuditFilter, after: Int?, limit: Int, newestFirst: Bool) -> [StoredAuditEntry] {
        let names = Dictionary(uniqueKeysWithValues: references.map { ($0.value, $0.key) })
        let found = (newestFirst ? entries.reversed() : entries).lazy.filter { entry in
            (after.map { newestFirst ? entry.seq < $0 : entry.seq > $0 } ?? true) && entry.matches(filter)
        }
        return found.prefix(limit).map { entry in
            var entry = entry
            entry.user = entry.userRef.flatMap { names[$0] }
            return entry
        }
    }

    mutating func prune(before instant: Timestamp, limit: Int) -> Int {
        let old = entries.first { $0.at >= instant }?.seq ?? tree.size
        if let cut = checkpoints.last(where: { $0.size <= old })?.size { tree.first = max(tree.first, cut) }
        let count = min(limit, entries.prefix { $0.seq < tree.first }.count)
        entries.removeFirst(count)
        return count
    }
}

extension StoredAuditEntry {
    fileprivate func matches(_ filter: AuditFilter) -> Bool {
        (filter.user == nil || filter.user == userRef)
            && (filter.notification == nil || filter.notification == notification)
            && (filter.action == nil || filter.action == action)
            && (filter.from.map { at >= $0 } ?? true) && (filter.to.map { at < $0 } ?? true)
    }
}
