import PealCore
import PealStore

/// Reads what else a user gets about the entity of a push.
struct NeighbourRows {
    var app: AppID
    /// What is looked for: of most pushes, only one of both sides matters.
    var rules: OrderRules

    func neighbours(of delivery: ClaimedDelivery, _ db: SQLConnection) throws -> PushNeighbours {
        guard let entity = delivery.notification.entity else { return PushNeighbours() }
        let key: [SQLValue] = [
            app.bound, delivery.userID.rawValue, delivery.id.notification.blob, entity.type.rawValue, entity.id,
        ]
        var found = PushNeighbours()
        if rules.ordered.contains(delivery.notification.type) {
            found.earlier = try db.all(Self.earlier, key + [delivery.id.device.blob]) { row in
                PushNeighbours.Earlier(
                    trigger: try row.id(3),
                    notification: try row.id(4),
                    isSending: try row.word(0) == DeliveryState.sending,
                    dueAt: try row.time(1),
                    isRetry: try row.flag(2)
                )
            }
        }
        if rules.superseding[delivery.notification.type] != nil {
            found.later = try db.all(Self.later, key) { row in
                PushNeighbours.Later(
                    type: try row.key(0),
                    push: try PushState(stored: try row.text(1), reason: try row.optionalWord(2))
                )
            }
        }
        return found
    }

    private static let earlier = """
        SELECT \(DeliveryState.column(of: "d")), d.due_at, d.retries + d.resends > 0, n.trigger_id, d.notification_id FROM delivery d
        CROSS JOIN notification n ON n.app = d.app AND n.id = d.notification_id
        CROSS JOIN trigger t ON t.app = n.app AND t.id = n.trigger_id
        WHERE d.app = ?1 AND d.user_id = ?2 AND d.notification_id < ?3 AND d.device_id = ?6
            AND \(PartialIndex.openDeliveries.of("d")) AND t.entity_type = ?4 AND t.entity_id = ?5
        """

    private static let later = """
        SELECT t.type, n.push, n.push_reason FROM notification n
        CROSS JOIN trigger t ON t.app = n.app AND t.id = n.trigger_id
        WHERE n.app = ?1 AND n.user_id = ?2 AND n.id > ?3 AND t.entity_type = ?4 AND t.entity_id = ?5
        """
}
