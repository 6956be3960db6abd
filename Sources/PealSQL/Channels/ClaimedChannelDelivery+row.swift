import PealCore
import PealStore

extension ClaimedChannelDelivery {
    /// What ``init(row:)`` reads, of ``source``.
    static let columns = """
        \(ChannelDelivery.columns), d.app, a.sealed, a.created_at, a.invalid_since, n.trigger_id, t.type, n.category,
        t.entity_type, t.entity_id, t.parent_type, t.parent_id, t.root_type, t.root_id, t.catalog_version,
        \(StoredContent.columns), n.created_at, \(DecisionStamp.columns(of: "n")), t.cancelled_at IS NOT NULL
        """
    /// The joins that ``columns`` need, driven by the delivery.
    static let source = """
        channel_delivery d
        CROSS JOIN notification n ON n.app = d.app AND n.id = d.notification_id
        CROSS JOIN trigger t ON t.app = n.app AND t.id = n.trigger_id
        LEFT JOIN channel_address a ON a.app = n.app AND a.user_id = n.user_id AND a.channel = d.channel
        """
    /// The column that says whether the trigger was cancelled.
    static let cancelledColumn = ChannelDelivery.width + 26

    init(row: SQLRow) throws {
        let base = ChannelDelivery.width
        let delivery = try ChannelDelivery(row: row)
        var notification = ClaimedDelivery.Notification(
            type: try row.key(base + 5),
            category: try row.key(base + 6),
            content: try StoredContent(row: row, at: base + 14),
            contentVersion: try row.int(base + 13),
            priority: delivery.priority,
            createdAt: try row.time(base + 22)
        )
        notification.entity = try row.optionalRef(base + 7)
        notification.parent = try row.optionalRef(base + 9)
        notification.root = try row.optionalRef(base + 11)
        self.init(
            delivery: delivery,
            app: try row.key(base),
            address: row.hasNull(atIndex: base + 1)
                ? nil
                : ChannelAddress(
                    user: delivery.user,
                    channel: delivery.id.channel,
                    sealed: try row.bytes(base + 1),
                    createdAt: try row.time(base + 2),
                    invalidSince: try row.optionalTime(base + 3)
                ),
            trigger: try row.id(base + 4),
            notification: notification,
            stamp: try DecisionStamp(row: row, at: base + 23)
        )
    }
}
