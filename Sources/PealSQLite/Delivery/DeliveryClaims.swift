import GRDB
import PealCore
import PealStore

/// Leases deliveries to a process epoch.
enum DeliveryClaims {
    static func claim(now: Timestamp, budget: ClaimBudget, epoch: Int, _ db: Database) throws -> [ClaimedDelivery] {
        var claimed: [ClaimedDelivery] = []
        var taken = budget.inFlight
        var full = Set(taken.filter { $0.value >= budget.perApp }.keys)
        for priority in Priority.allCases.sorted(by: >) {
            // Each round leases or ends all it reads of apps that have room, so it never reads the same again.
            while claimed.count < budget.total {
                let due = try due(priority, now: now, limit: budget.total - claimed.count, besides: full, db)
                for candidate in due where !full.contains(candidate.delivery.app) {
                    let app = candidate.delivery.app
                    guard try settle(candidate, now: now, epoch: epoch, db) else { continue }
                    claimed.append(candidate.delivery)
                    taken[app, default: 0] += 1
                    if taken[app, default: 0] >= budget.perApp { full.insert(app) }
                }
                if due.isEmpty { break }
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
        _ priority: Priority,
        now: Timestamp,
        limit: Int,
        besides full: Set<AppID>,
        _ db: Database
    ) throws -> [(delivery: ClaimedDelivery, isReachable: Bool)] {
        let marks = full.map { _ in "?" }.joined(separator: ", ")
        let bindings: [Binding] = [priority.rank, now.milliseconds] + full.map(\.rawValue) + [limit]
        return try db.all(
            """
            SELECT \(ClaimedDelivery.columns) FROM \(ClaimedDelivery.source)
            WHERE d.state = 'pending' AND d.rank = ? AND d.due_at <= ?
                \(full.isEmpty ? "" : "AND d.app NOT IN (\(marks))") ORDER BY d.due_at LIMIT ?
            """,
            bindings
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
