import PealCore

/// Finds entries of an audit log.
///
/// Pages that cannot have what is asked for are passed over by their keys, which are a thirtieth of them.
struct AuditEntryRows {
    let app: AppID

    private var pages: AuditPageRows { AuditPageRows(app: app) }

    func page(_ filter: AuditFilter, after: Int?, limit: Int, newestFirst: Bool, _ db: SQLConnection) throws
        -> [StoredAuditEntry]
    {
        let tree = try AuditRows(app: app).tree(db)
        var first = tree.first
        var end = tree.size
        if let from = filter.from { first = max(first, try self.first(at: from, in: tree, db)) }
        if let to = filter.to { end = min(end, try self.first(at: to, in: tree, db)) }
        if let after { if newestFirst { end = min(end, after) } else { first = max(first, after + 1) } }
        // Only the last page has no keys: it may still get entries.
        let last = try pages.page(with: tree.size - 1, db)
        var names = EventLogRows.UserNames()
        var found: [StoredAuditEntry] = []
        while found.count < limit, first < end,
            let page = try next(in: first..<end, newestFirst, mayHave: filter, last, db)
        {
            let entries = try pages.entries(of: page).filter { (first..<end).contains($0.seq) && filter.takes($0) }
            for var entry in (newestFirst ? entries.reversed() : entries).prefix(limit - found.count) {
                entry.leaf = PackedLeaf(entry: entry, app: app).text
                entry.user = try names.user(entry.userRef ?? 0, db)
                found.append(entry)
            }
            if newestFirst { end = page.first } else { first = page.end }
        }
        return found
    }

    /// The next page with entries of a range that may have what is asked for.
    private func next(
        in range: Range<Int>,
        _ newestFirst: Bool,
        mayHave filter: AuditFilter,
        _ last: AuditPageRows.Page?,
        _ db: SQLConnection
    ) throws -> AuditPageRows.Page? {
        guard filter.asksForKeys else {
            return try pages.storedPage(with: newestFirst ? range.upperBound - 1 : range.lowerBound, db)
        }
        let isLastAsked = last.map { $0.first < range.upperBound } ?? false
        if newestFirst, isLastAsked { return last }
        if let first = try firstPage(in: range, newestFirst, mayHave: filter, db) {
            return try pages.storedPage(with: first, db)
        }
        return isLastAsked ? last : nil
    }

    /// The number that the next page begins with whose keys may have what is asked for.
    private func firstPage(
        in range: Range<Int>,
        _ newestFirst: Bool,
        mayHave filter: AuditFilter,
        _ db: SQLConnection
    ) throws -> Int? {
        // The page with the first entry of the range may begin in front of it.
        let begin = try pages.page(with: range.lowerBound, db)?.first ?? range.lowerBound
        return try db.firstFound(
            """
            SELECT position, actions, filter FROM audit_page_keys
            WHERE position >= ? AND position < ? ORDER BY position \(newestFirst ? "DESC" : "ASC")
            """,
            [pages.position(begin), pages.position(range.upperBound)]
        ) { row in
            AuditPageKeys(actions: try row.decode(Int64.self, atIndex: 1), filter: try row.bytes(2)).mayHave(filter)
                ? try AuditPosition.seq(row, at: 0) : nil
        }
    }

    /// The number of the first entry that was recorded at an instant or later.
    ///
    /// Times never decrease, so its page is found by halving.
    func first(at instant: Timestamp, in tree: AuditTree, _ db: SQLConnection) throws -> Int {
        var (low, high) = (tree.first, tree.size)
        var before: AuditPageRows.Page?
        while low < high {
            let page = try pages.storedPage(with: (low + high) / 2, db)
            if page.at >= instant {
                high = page.first
            } else {
                before = page
                low = page.end
            }
        }
        guard let before else { return max(low, tree.first) }
        let later = try pages.entries(of: before).first { $0.at >= instant }
        return max(later?.seq ?? before.end, tree.first)
    }
}

extension AuditFilter {
    /// Whether it asks for what the keys of a page tell.
    fileprivate var asksForKeys: Bool { user != nil || notification != nil || action != nil }

    /// Whether it asks for an entry, whenever that was recorded.
    fileprivate func takes(_ entry: StoredAuditEntry) -> Bool {
        (user == nil || user == entry.userRef) && (notification == nil || notification == entry.notification)
            && (action == nil || action == entry.action)
    }
}
