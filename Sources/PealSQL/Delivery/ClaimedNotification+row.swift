import PealCore
import PealStore

extension ClaimedDelivery.Notification {
    /// What ``init(row:at:)`` reads, of `notification n` and `trigger t`: every view of what is shown has these.
    static let columns = """
        t.type, n.category, t.entity_type, t.entity_id, t.parent_type, t.parent_id, t.root_type, t.root_id, t.catalog_version,
        n.rank, n.created_at, \(StoredContent.columns)
        """
    /// How many columns ``columns`` are.
    static let width = 11 + StoredContent.width

    init(row: SQLRow, at base: Int) throws {
        self.init(
            type: try row.key(base),
            category: try row.key(base + 1),
            content: try StoredContent(row: row, at: base + 11),
            contentVersion: try row.int(base + 8),
            priority: try row.priority(base + 9),
            createdAt: try row.time(base + 10)
        )
        entity = try row.optionalRef(base + 2)
        parent = try row.optionalRef(base + 4)
        root = try row.optionalRef(base + 6)
    }
}

extension StoredContent {
    /// What ``init(row:at:)`` reads, of `notification n`.
    static let columns = """
        n.content_id, COALESCE(n.sealed_text,
            (SELECT c.sealed FROM content c WHERE c.app = n.app AND c.id = n.content_id)),
        n.sealed_digest_text, n.link, n.thread, n.collapse, n.locale, n.thread_group
        """

    /// How many columns ``columns`` are.
    static let width = 8

    init(row: SQLRow, at base: Int) throws {
        self.init(
            text: SealedText(
                shared: try row.optionalID(base),
                bytes: try row.bytes(base + 1),
                digest: row.hasNull(atIndex: base + 2) ? nil : try row.bytes(base + 2)
            ),
            link: try row.text(base + 3),
            thread: try row.optionalText(base + 4),
            group: try row.optionalText(base + 7),
            collapse: try row.optionalText(base + 5),
            locale: try row.text(base + 6)
        )
    }
}
