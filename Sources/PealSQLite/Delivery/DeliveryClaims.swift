import GRDB
import PealCore
import PealStore

/// Leases deliveries to a process epoch.
enum DeliveryClaims {
    static func claim(now: Timestamp, budget: ClaimBudget, epoch: Int, _ db: Database) throws -> [ClaimedDelivery] {
        var claimed: [ClaimedDelivery] = []
        var left = budget
        // Who has least in flight goes first, so that two busy apps never keep out a third.
        let lanes = try DueWork.pendingLanes(db).sorted { left, right in
            (budget.inFlight[left.app] ?? 0, left) < (budget.inFlight[right.app] ?? 0, right)
        }
        for priority in Priority.allCases.sorted(by: >) {
            for lane in lanes {
                // Each round leases or ends all it reads, so it never reads the same again.
                while true {
                    let room = left.room(of: lane, priority)
                    guard room > 0 else { break }
                    let due = try due(lane, priority, now: now, limit: room, db)
                    for candidate in due where try settle(candidate, now: now, epoch: epoch, db) {
                        claimed.append(candidate.delivery)
                        left.take(lane)
                    }
                    if due.isEmpty { break }
                }
            }
        }
        return claimed
    }

    /// What an older epoch left in flight; leased anew, so that it is handed out once.
    static func interrupted(epoch: Int, limit: Int, _ db: Database) throws -> [ClaimedDelivery] {
        let left = try db.all(
            """
            SELECT \(ClaimedDelivery.columns) FROM \(ClaimedDelivery.source)
            WHERE d.state = 'sending' AND d.epoch < ? ORDER BY d.epoch LIMIT ?
            """,
            [epoch, limit],
            ClaimedDelivery.init(row:)
        )
        for delivery in left { try lease(delivery, epoch: epoch, db) }
        return left
    }

    private static func due(
        _ lane: LaneKey,
        _ priority: Priority,
        now: Timestamp,
        limit: Int,
        _ db: Database
    ) throws -> [(delivery: ClaimedDelivery, isReachable: Bool)] {
        try db.all(
            """
            SELECT \(ClaimedDelivery.columns) FROM \(ClaimedDelivery.source)
            WHERE d.state = 'pending' AND d.app = ? AND d.provider = ? AND d.rank = ? AND d.due_at <= ?
            ORDER BY d.due_at LIMIT ?
            """,
            [lane.app.rawValue, lane.provider.rawValue, priority.rank, now.milliseconds, limit]
        ) { (try ClaimedDelivery(row: $0), try $0.flag(ClaimedDelivery.reachableColumn)) }
    }

    /// Leases a delivery, or ends it when it came too late or its device is gone; whether it was leased.
    private static func settle(
        _ candidate: (delivery: ClaimedDelivery, isReachable: Bool),
        now: Timestamp,
        epoch: Int,
        _ db: Database
    ) throws -> Bool {
        let delivery = candidate.delivery
        if delivery.expiresAt <= now {
            try DeliveryOutcomes.end(delivery.id, app: delivery.app, as: .expired, .expired, db)
            return false
        }
        guard candidate.isReachable else {
            try DeliveryOutcomes.end(delivery.id, app: delivery.app, as: .cancelled, .noDevice, db)
            return false
        }
        try lease(delivery, epoch: epoch, db)
        return true
    }

    private static func lease(_ delivery: ClaimedDelivery, epoch: Int, _ db: Database) throws {
        try db.run(
            """
            UPDATE delivery SET state = 'sending', epoch = ?
            WHERE app = ? AND notification_id = ? AND device_id = ?
            """,
            [epoch, delivery.app.rawValue, delivery.id.notification.blob, delivery.id.device.blob]
        )
    }
}
