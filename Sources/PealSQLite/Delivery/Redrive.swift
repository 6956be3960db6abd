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
            SELECT d.notification_id, d.device_id, v.state = 'active' AND v.user_id = n.user_id, n.created_at >= ?5,
                \(NotificationFacts.columns(of: "n"))
            FROM delivery d INDEXED BY delivery_failed
            CROSS JOIN notification n ON n.app = d.app AND n.id = d.notification_id
            CROSS JOIN device v ON v.app = d.app AND v.id = d.device_id
            WHERE d.state = 'failed' AND d.app = ?1 AND d.provider = ?2 AND (d.notification_id, d.device_id) > (?3, ?4)
            ORDER BY d.notification_id, d.device_id LIMIT ?6
            """,
            [
                lane.app.rawValue, lane.provider.rawValue, place.notification, place.device, since.milliseconds, limit,
            ]
        ) { row in
            let relevance = try PushRelevance(row: row, at: 4)
            return (
                place: (Data(try row.bytes(0)), Data(try row.bytes(1))),
                isWorthIt: try row.flag(2) && relevance.isWorthPushing(at: now), isRecent: try row.flag(3)
            )
        }
        for candidate in candidates {
            last = candidate.place
            guard candidate.isRecent else { continue }
            guard candidate.isWorthIt, let state = DeliveryMachine.next(.failed, on: .redriven) else {
                left += 1
                continue
            }
            let written = try db.run(
                """
                UPDATE delivery SET state = ?, reason = NULL, due_at = ?, retries = 0, resends = 0
                WHERE app = ? AND notification_id = ? AND device_id = ? AND state = ?
                """,
                [
                    state.rawValue, now.milliseconds, lane.app.rawValue, candidate.place.0, candidate.place.1,
                    DeliveryState.failed.rawValue,
                ]
            )
            guard written == 1 else { continue }
            again += 1
            let id = DeliveryID(notification: try ID(blob: candidate.place.0), device: try ID(blob: candidate.place.1))
            events.add(.deliveryDue, app: lane.app, .delivery(id))
        }
        return (again, left, last)
    }
}
