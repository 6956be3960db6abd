import GRDB
import PealCore
import PealStore

/// What planted bugs do to the rows.
extension StoreView {
    /// Changes rows by a statement.
    func change(_ sql: String) throws { try queue.write { db in try db.execute(sql: sql) } }

    /// Takes leases back, as if they had not been written yet.
    func unlease(_ claimed: [ClaimedDelivery]) throws {
        try queue.write { db in
            for delivery in claimed {
                try db.execute(
                    sql: """
                        UPDATE delivery SET state = 'pending', epoch = NULL
                        WHERE app = ? AND notification_id = ? AND device_id = ? AND state = 'sending'
                        """,
                    arguments: [delivery.app.rawValue, delivery.id.notification.blob, delivery.id.device.blob]
                )
            }
        }
    }

    /// Writes a lease, at last.
    func lease(_ id: DeliveryID, _ app: AppID, _ epoch: Int) throws {
        try queue.write { db in
            try db.execute(
                sql: """
                    UPDATE delivery SET state = 'sending', epoch = ?
                    WHERE app = ? AND notification_id = ? AND device_id = ? AND state = 'pending'
                    """,
                arguments: [epoch, app.rawValue, id.notification.blob, id.device.blob]
            )
        }
    }
}
