import PealCore
import PealStore
import Testing

/// Audit logs as the conformance cases make them.
extension StoreScene {
    /// All events that entries are made from.
    func auditRecords() async throws -> [AuditRecord] {
        guard case .records(let records, _) = try await store.auditRecords(after: .beginning, limit: 500) else {
            Issue.record("the event log begins later")
            return []
        }
        return records
    }

    /// Appends entries of two users, a second apart; with a cursor, in the group that moves it.
    @discardableResult
    func appendAudit(_ count: Int, from tree: AuditTree? = nil, moving cursor: EventCursor? = nil, user: Int64? = nil)
        async throws -> [StoredAuditEntry]
    {
        var known = AuditTree()
        if let tree { known = tree } else { known = try await store.auditTree(of: app) }
        let entries = (known.size..<(known.size + count)).map { seq in
            StoredAuditEntry(
                seq: seq,
                at: now + .seconds(seq),
                action: seq.isMultiple(of: 3) ? .failed : .sent,
                userRef: user ?? (seq.isMultiple(of: 2) ? 1 : nil),
                notification: id(),
                leaf: Array("{\"seq\":\(seq)}".utf8)
            )
        }
        var end = known
        end.size += count
        end.at = entries.last?.at ?? known.at
        end.frontier = Array("frontier of \(end.size)".utf8)
        end.last = Array("hash of \(end.size - 1)".utf8)
        let append = Change.appendAudit(AuditAppend(from: known, to: end, entries))
        let moves = cursor.map { [Change.moveReader(ReaderMove(of: .audit, from: nil, to: $0))] } ?? []
        let results = try await store.apply([ChangeGroup(app: app, moves + [append])])
        let isApplied = results.allSatisfy(\.isApplied)
        #expect(isApplied)
        return entries
    }

    /// Whether a checkpoint of a size is kept.
    func addCheckpoint(_ size: Int) async throws -> Bool {
        let checkpoint = StoredCheckpoint(
            size: size,
            at: now,
            text: "checkpoint of \(size)",
            key: "key",
            frontier: [UInt8(truncatingIfNeeded: size)],
            last: [UInt8(truncatingIfNeeded: size)]
        )
        return try await store.apply([ChangeGroup(app: app, [.addCheckpoint(checkpoint)])])[0].isApplied
    }
}
