import Foundation
import GRDB
import PealCore
import PealStore

/// Makes failed deliveries pending again, a bounded step at a time.
struct Redrive {
    /// Where a step ended; the next goes on after it.
    typealias Place = (notification: Data, device: Data)

    let lane: LaneKey
    let since: Timestamp
    let now: Timestamp

    /// Where to begin: identifiers sort by time, so that older ones are not even looked at.
    var start: Place {
        let time = since.milliseconds
        return (Data([40, 32, 24, 16, 8, 0].map { UInt8(truncatingIfNeeded: time >> $0) }), Data())
    }

    func step(
        after place: Place,
        limit: Int,
        _ events: inout EventBatch,
        _ db: Database
    ) throws -> (again: Int, left: Int, last: Place?) {
        var again = 0
        var left = 0
        var last: Place?
        let candidates = try db.all(
            """
            SELECT d.notification_id, d.device_id,
                n.created_at >= ?5 AND n.expires_at > ?6 AND n.push_reason IS NULL AND n.read_at IS NULL
                    AND v.state = 'active' AND v.user_id = n.user_id,
                n.created_at >= ?5
            FROM delivery d INDEXED BY delivery_failed
            CROSS JOIN notification n ON n.app = d.app AND n.id = d.notification_id
            CROSS JOIN device v ON v.app = d.app AND v.id = d.device_id
            WHERE d.state = 'failed' AND d.app = ?1 AND d.provider = ?2 AND (d.notification_id, d.device_id) > (?3, ?4)
            ORDER BY d.notification_id, d.device_id LIMIT ?7
            """,
            [
                lane.app.rawValue, lane.provider.rawValue, place.notification, place.device, since.milliseconds,
                now.milliseconds, limit,
            ]
        ) { row in
            (
                place: (Data(try row.bytes(0)), Data(try row.bytes(1))), isWorthIt: try row.flag(2),
                isRecent: try row.flag(3)
            )
        }
        for candidate in candidates {
            last = candidate.place
            guard candidate.isWorthIt else {
                if candidate.isRecent { left += 1 }
                continue
            }
            let isAgain =
                try db.run(
                    """
                    UPDATE delivery SET state = 'pending', reason = NULL, due_at = ?, retries = 0, resends = 0
                    WHERE app = ? AND notification_id = ? AND device_id = ? AND state = 'failed'
                    """,
                    [now.milliseconds, lane.app.rawValue, candidate.place.0, candidate.place.1]
                ) == 1
            guard isAgain else { continue }
            again += 1
            let id = DeliveryID(notification: try ID(blob: candidate.place.0), device: try ID(blob: candidate.place.1))
            events.add(.deliveryDue, app: lane.app, .delivery(id))
        }
        return (again, left, last)
    }
}
