import PealCore
import PealStore

extension ClaimedChannelDelivery {
    /// What ``init(row:)`` reads, of ``source``.
    static let columns = """
        \(ChannelDelivery.columns), d.app, a.sealed, a.created_at, a.invalid_since, n.trigger_id,
        \(ClaimedDelivery.Notification.columns), \(DecisionStamp.columns(of: "n")), t.cancelled_at IS NOT NULL
        """
    /// The joins that ``columns`` need, driven by the delivery.
    static let source = """
        channel_delivery d
        CROSS JOIN notification n ON n.app = d.app AND n.id = d.notification_id
        CROSS JOIN trigger t ON t.app = n.app AND t.id = n.trigger_id
        LEFT JOIN channel_address a ON a.app = n.app AND a.user_id = n.user_id AND a.channel = d.channel
        """
    private static let afterNotification = ChannelDelivery.width + 5 + ClaimedDelivery.Notification.width
    /// The column that says whether the trigger was cancelled.
    static let cancelledColumn = afterNotification + 3

    init(row: SQLRow) throws {
        let base = ChannelDelivery.width
        let delivery = try ChannelDelivery(row: row)
        var notification = try ClaimedDelivery.Notification(row: row, at: base + 5)
        // A channel has an urgency of its own.
        notification.priority = delivery.priority
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
            stamp: try DecisionStamp(row: row, at: Self.afterNotification)
        )
    }
}
