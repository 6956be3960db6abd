import PealCore

/// The pages of an app's audit log: each a row of up to 256 entries, packed one after another (ADR 0072).
///
/// Entries are appended to the last page. When the next one begins, the keys of the last are written, by which filters find it.
struct AuditPageRows {
    let app: AppID

    /// A row.
    struct Page {
        /// The number of its first entry.
        var first: Int
        var size: Int
        /// When the entry in front of its first one was recorded, or an instant that is no later than its first.
        var at: Timestamp
        var bytes: [UInt8]

        /// The number of the entry after its last one.
        var end: Int { first + size }
    }

    /// Entries that a page has at most; most take about 16 KiB.
    static let capacity = 256
    /// Bytes from which on a page gets no more entries, as long words of clients would make it: each batch writes the last page again.
    static let fullBytes = 32 * 1024

    func position(_ seq: Int) -> AuditPosition { AuditPosition(app: app, seq: seq) }

    /// Appends entries, which follow one that was recorded at an instant.
    func append(_ entries: [StoredAuditEntry], after latest: Timestamp, _ db: SQLConnection) throws {
        guard let first = entries.first else { return }
        var last = try page(with: first.seq - 1, db)
        var latest = latest
        var rest = entries[...]
        if let page = last, page.size + entries.count <= Self.capacity, page.bytes.count < Self.fullBytes {
            try grow(page, by: rest, after: latest, db)
            return
        }
        while let first = rest.first {
            if let last { try close(last, db) }
            let part = rest.prefix(Self.capacity)
            rest = rest.dropFirst(part.count)
            let page = Page(
                first: first.seq,
                size: part.count,
                at: last == nil ? first.at : latest,
                bytes: try bytes(of: part, after: last == nil ? first.at : latest)
            )
            try db.run(
                "INSERT {or_fail} INTO audit_page (position, size, at, entries) VALUES (?, ?, ?, ?)",
                [position(page.first), page.size, page.at.milliseconds, page.bytes]
            )
            last = page
            latest = part.last?.at ?? latest
        }
    }

    private func grow(
        _ page: Page,
        by entries: ArraySlice<StoredAuditEntry>,
        after latest: Timestamp,
        _ db: SQLConnection
    ) throws {
        try db.run(
            "UPDATE {or_fail} audit_page SET size = ?, entries = ? WHERE position = ?",
            [page.size + entries.count, page.bytes + (try bytes(of: entries, after: latest)), position(page.first)]
        )
    }

    private func bytes(of entries: ArraySlice<StoredAuditEntry>, after latest: Timestamp) throws -> [UInt8] {
        var bytes = AuditPageBytes(app: app, after: latest)
        for entry in entries { try bytes.append(entry) }
        return bytes.bytes
    }

    /// Writes the keys of a page that gets no more entries; one that was damaged is always looked into, and the log goes on.
    private func close(_ page: Page, _ db: SQLConnection) throws {
        let keys = (try? entries(of: page)).map { AuditPageKeys(of: $0) } ?? .everything
        try db.run(
            "INSERT {or_fail} INTO audit_page_keys (position, actions, filter) VALUES (?, ?, ?)",
            [position(page.first), keys.actions, keys.filter]
        )
    }

    /// The page that an entry is in, as far as it is stored.
    func page(with seq: Int, _ db: SQLConnection) throws -> Page? {
        guard seq >= 0 else { return nil }
        return try db.first(
            """
            SELECT position, size, at, entries FROM audit_page
            WHERE position >= ? AND position <= ? ORDER BY position DESC LIMIT 1
            """,
            [position(0), position(seq)],
            Self.page
        ).flatMap { $0.end > seq ? $0 : nil }
    }

    /// The page of an entry that is in the log.
    /// - Throws: ``StoreError`` `corrupt` where it is not.
    func storedPage(with seq: Int, _ db: SQLConnection) throws -> Page {
        guard let page = try page(with: seq, db) else {
            throw StoreError(.corrupt, "the audit log of \(app) has no entry \(seq)")
        }
        return page
    }

    private static func page(_ row: SQLRow) throws -> Page {
        Page(
            first: try AuditPosition.seq(row, at: 0),
            size: try row.int(1),
            at: try row.time(2),
            bytes: try row.bytes(3)
        )
    }

    /// The entries of a page, their texts packed.
    func entries(of page: Page) throws -> [StoredAuditEntry] {
        var reader = AuditPageReader(page)
        var entries: [StoredAuditEntry] = []
        entries.reserveCapacity(page.size)
        while !reader.isAtEnd { entries.append(try reader.next()) }
        guard entries.count == page.size else { throw damaged(page) }
        return entries
    }

    private func damaged(_ page: Page) -> StoreError {
        StoreError(.corrupt, "the audit log of \(app) has other entries from \(page.first) on than were written")
    }
}

extension AuditPageRows {
    /// Whether there is an entry from before an instant, or from before the start of the log.
    func isAnyOld(before instant: Timestamp, in tree: AuditTree, _ db: SQLConnection) throws -> Bool {
        guard let page = try firstPage(before: tree.size, db) else { return false }
        var reader = AuditPageReader(page)
        return try page.first < tree.first || reader.next().at < instant
    }

    private func firstPage(before end: Int, _ db: SQLConnection) throws -> Page? {
        try db.first(
            """
            SELECT position, size, at, entries FROM audit_page
            WHERE position >= ? AND position < ? ORDER BY position LIMIT 1
            """,
            [position(0), position(end)],
            Self.page
        )
    }

    /// Deletes entries before a number, at most so many; how many.
    ///
    /// The page that the number is in loses its beginning.
    func delete(before cut: Int, limit: Int, _ db: SQLConnection) throws -> Int {
        var deleted = 0
        while deleted < limit, let page = try firstPage(before: cut, db) {
            let count = min(page.size, cut - page.first, limit - deleted)
            if count == page.size { try delete(page, db) } else { try shorten(page, by: count, db) }
            deleted += count
        }
        return deleted
    }

    private func delete(_ page: Page, _ db: SQLConnection) throws {
        try db.run("DELETE FROM audit_page WHERE position = ?", [position(page.first)])
        try db.run("DELETE FROM audit_page_keys WHERE position = ?", [position(page.first)])
    }

    private func shorten(_ page: Page, by count: Int, _ db: SQLConnection) throws {
        var reader = AuditPageReader(page)
        var latest = page.at
        for _ in 0..<count { latest = try reader.next().at }
        try db.run(
            "UPDATE {or_fail} audit_page SET position = ?, size = ?, at = ?, entries = ? WHERE position = ?",
            [
                position(page.first + count), page.size - count, latest.milliseconds,
                Array(page.bytes[reader.position...]), position(page.first),
            ]
        )
        try db.run(
            "UPDATE audit_page_keys SET position = ? WHERE position = ?",
            [position(page.first + count), position(page.first)]
        )
    }
}
