import PealCore

/// Writes changes of the kept counts, once for all rows of a change.
///
/// What only adds makes a row where there is none. What subtracts does not: the trigger was deleted with its counts.
enum CountRows {
    static func write(_ changes: CountChanges, _ db: SQLConnection) throws {
        guard !changes.isIncomplete else { throw StoreError(.unavailable, "a changed row could not be counted") }
        for (key, change) in changes.decisions where change != 0 {
            let decision = key.decision
            try db.run(
                change > 0 ? addDecision : subtractDecision,
                [
                    key.trigger.app, key.trigger.id, decision.push, decision.pushReason, decision.inAppReason, change,
                ]
            )
        }
        for (trigger, counts) in try byTrigger(changes, db) where counts != DeliveryCounts() {
            let all = counts.all
            let onlyAdds = all.allSatisfy { $0 >= 0 }
            try db.run(onlyAdds ? addDelivery : changeDelivery, [trigger.app, trigger.id] + all)
        }
        for (queue, change) in changes.queues where change != 0 {
            try db.run(change > 0 ? addQueue : subtractQueue, [queue.app, queue.name, change])
        }
        for (group, change) in changes.devices where change != 0 {
            try db.run(
                change > 0 ? addDevices : subtractDevices,
                [group.app, group.provider, group.state, change]
            )
        }
    }

    private static func byTrigger(
        _ changes: CountChanges,
        _ db: SQLConnection
    ) throws -> [CountChanges.RowKey: DeliveryCounts] {
        var counts: [CountChanges.RowKey: DeliveryCounts] = [:]
        for (notification, change) in changes.deliveries {
            guard let trigger = try changes.triggers[notification] ?? trigger(of: notification, db) else { continue }
            counts[CountChanges.RowKey(app: notification.app, id: trigger), default: DeliveryCounts()].add(change)
        }
        return counts
    }

    private static func trigger(of notification: CountChanges.RowKey, _ db: SQLConnection) throws -> StoredID? {
        let sql = "SELECT trigger_id FROM notification WHERE app = ? AND id = ?"
        return try db.first(sql, [notification.app, notification.id]) { row in
            try row.id(0, TriggerKind.self).blob
        }
    }

    private static let addDecision = """
        INSERT INTO decision_count (app, trigger_id, push, push_reason, in_app_reason, notifications)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        ON CONFLICT (app, trigger_id, push, push_reason, in_app_reason)
        DO UPDATE SET notifications = decision_count.notifications + excluded.notifications
        """

    private static let subtractDecision = """
        UPDATE decision_count SET notifications = notifications + ?6
        WHERE app = ?1 AND trigger_id = ?2 AND push = ?3 AND push_reason = ?4 AND in_app_reason = ?5
        """

    private static let addition = """
        open = delivery_count.open + ?3, accepted = delivery_count.accepted + ?4, failed = delivery_count.failed + ?5,
            unknown = delivery_count.unknown + ?6, expired = delivery_count.expired + ?7,
            cancelled = delivery_count.cancelled + ?8
        """

    private static let addDelivery = """
        INSERT INTO delivery_count (app, trigger_id, open, accepted, failed, unknown, expired, cancelled)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
        ON CONFLICT (app, trigger_id) DO UPDATE SET \(addition)
        """

    private static let changeDelivery = "UPDATE delivery_count SET \(addition) WHERE app = ?1 AND trigger_id = ?2"

    private static let addQueue = """
        INSERT INTO queue_count (app, provider, open) VALUES (?1, ?2, ?3)
        ON CONFLICT (app, provider) DO UPDATE SET open = queue_count.open + excluded.open
        """

    private static let subtractQueue = "UPDATE queue_count SET open = open + ?3 WHERE app = ?1 AND provider = ?2"

    private static let addDevices = """
        INSERT INTO device_count (app, provider, state, devices) VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT (app, provider, state) DO UPDATE SET devices = device_count.devices + excluded.devices
        """

    private static let subtractDevices = """
        UPDATE device_count SET devices = devices + ?4 WHERE app = ?1 AND provider = ?2 AND state = ?3
        """
}
