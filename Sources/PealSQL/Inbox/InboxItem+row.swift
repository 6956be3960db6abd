import PealCore
import PealStore

extension InboxItem {
    /// What ``init(row:)`` reads, of ``source``.
    static let columns = """
        n.id, n.trigger_id, \(ClaimedDelivery.Notification.columns), n.push, n.is_alert, n.seen_at, n.read_at, t.sealed_data,
        (SELECT {joined DISTINCT \(DeliveryState.column(of: "d"))} FROM delivery d
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
        let notification = try ClaimedDelivery.Notification(row: row, at: 2)
        let push = try PushState(stored: try row.text(21), reason: nil)
        self.init(
            id: try row.id(0),
            triggerID: try row.id(1),
            type: notification.type,
            category: notification.category,
            content: notification.content,
            priority: notification.priority,
            pushes: push.reachesDevices,
            deliveryStates: Set(try row.list(26).compactMap(DeliveryState.init(rawValue:))),
            createdAt: notification.createdAt,
            contentVersion: notification.contentVersion
        )
        entity = notification.entity
        parent = notification.parent
        root = notification.root
        isAlert = try row.flag(22)
        acceptedAt = try row.optionalTime(27)
        deliveredAt = try row.optionalTime(28)
        seenAt = try row.optionalTime(23)
        readAt = try row.optionalTime(24)
        sealedData = try row.bytes(25)
    }
}
