import PealCore

extension InboxItem {
    /// What ``init(row:)`` reads, of ``source``.
    static let columns = """
        n.id, n.trigger_id, t.type, n.category, t.entity_type, t.entity_id, t.parent_type, t.parent_id,
        \(StoredContent.columns), n.rank, n.push, n.is_alert, n.created_at, n.seen_at, n.read_at, t.catalog_version,
        t.root_type, t.root_id, t.sealed_data,
        (SELECT GROUP_CONCAT(DISTINCT \(DeliveryState.column(of: "d"))) FROM delivery d
            WHERE d.app = n.app AND d.notification_id = n.id),
        (SELECT MIN(d.accepted_at) FROM delivery d WHERE d.app = n.app AND d.notification_id = n.id), n.received_at
        """
    /// How many columns ``columns`` are.
    static let columnCount = 29
    /// The join that ``columns`` need, driven by the notification.
    static let source = "notification n CROSS JOIN trigger t ON t.app = n.app AND t.id = n.trigger_id"
    /// What makes a row part of the inbox.
    static let shown = "n.in_app_reason IS NULL AND n.removed_at IS NULL"

    init(row: SQLRow) throws {
        let push = try PushState(stored: try row.text(17), reason: nil)
        self.init(
            id: try row.id(0),
            triggerID: try row.id(1),
            type: try row.key(2),
            category: try row.key(3),
            content: try StoredContent(row: row, at: 8),
            priority: try row.priority(16),
            pushes: push.reachesDevices,
            deliveryStates: Set(try row.list(26).compactMap(DeliveryState.init(rawValue:))),
            createdAt: try row.time(19),
            contentVersion: try row.int(22)
        )
        entity = try row.optionalRef(4)
        parent = try row.optionalRef(6)
        root = try row.optionalRef(23)
        isAlert = try row.flag(18)
        acceptedAt = try row.optionalTime(27)
        deliveredAt = try row.optionalTime(28)
        seenAt = try row.optionalTime(20)
        readAt = try row.optionalTime(21)
        sealedData = try row.bytes(25)
    }
}
