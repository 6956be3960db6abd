import PealCore

/// Finds entries of an audit log, each filter by an index of its own.
struct AuditEntryRows {
    var app: AppID

    func page(_ filter: AuditFilter, after: Int?, limit: Int, newestFirst: Bool, _ db: Connection) throws
        -> [StoredAuditEntry]
    {
        let tree = try AuditRows(app: app).tree(db)
        var first = tree.first
        var end = tree.size
        if let from = filter.from { first = max(first, try self.first(at: from, in: tree, db)) }
        if let to = filter.to { end = min(end, try self.first(at: to, in: tree, db)) }
        if let after { if newestFirst { end = min(end, after) } else { first = max(first, after + 1) } }
        guard first < end else { return [] }
        let (condition, bindings) = condition(filter)
        return try db.all(
            """
            SELECT e.position, e.at, e.action, e.user_ref, e.notification_id, e.leaf, k.user_id
            FROM audit_entry e LEFT JOIN user_key k ON k.key = e.user_ref
            WHERE e.position >= ? AND e.position < ?\(condition)
            ORDER BY e.position \(newestFirst ? "DESC" : "ASC") LIMIT ?
            """,
            [position(first), position(end)] + bindings + [limit]
        ) { row in
            var entry = StoredAuditEntry(
                seq: try AuditPosition.seq(row, at: 0),
                at: try row.time(1),
                action: try row.word(2),
                userRef: try row.decode(Int64?.self, atIndex: 3),
                user: try row.optionalKey(6),
                notification: try row.optionalID(4),
                leaf: try row.bytes(5)
            )
            entry.leaf = PackedLeaf(entry: entry, app: app).text
            return entry
        }
    }

    private func position(_ seq: Int) -> AuditPosition { AuditPosition(app: app, seq: seq) }

    /// The most selective filter chooses the index; the `+` keeps the others from it.
    private func condition(_ filter: AuditFilter) -> (String, [Binding]) {
        var terms: [(String, Binding)] = []
        if let id = filter.notification { terms.append(("e.notification_id = ?", id.blob)) }
        if let user = filter.user { terms.append(("e.user_ref = ?", user)) }
        if let action = filter.action { terms.append(("e.action = ?", action.rawValue)) }
        let clauses = terms.enumerated().map { $0 == 0 ? " AND \($1.0)" : " AND +\($1.0)" }
        return (clauses.joined(), terms.map(\.1))
    }

    /// The number of the first entry that was recorded at an instant or later.
    ///
    /// Times never decrease, so it is found by halving: the primary key is the index of time, too.
    func first(at instant: Timestamp, in tree: AuditTree, _ db: Connection) throws -> Int {
        var (low, high) = (tree.first, tree.size)
        while low < high {
            let middle = (low + high) / 2
            let at = try db.value(
                Int64.self,
                "SELECT at FROM audit_entry WHERE position = ?",
                [position(middle)]
            )
            if let at, at >= instant.milliseconds { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
