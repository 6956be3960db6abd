import PealCore
import PealStore

/// Leases deliveries to a process epoch.
enum DeliveryClaims {
    /// What a claim came to.
    struct Claim: Sendable {
        var deliveries: [ClaimedDelivery] = []
        /// Deliveries that were too late or whose device is gone, and that were ended instead.
        var ended = 0
        /// Whether there is more to end: other writers come first.
        var isCut = false
    }

    /// Deliveries of a queue and priority that one transaction ends: a queue that expired as a whole holds up neither other
    /// queues nor other writers.
    static let mostEnded = 200

    static func claim(
        now: Timestamp,
        budget: ClaimBudget,
        epoch: Int,
        _ events: inout EventBatch,
        _ db: SQLConnection
    ) throws -> Claim {
        var claim = Claim()
        var left = budget
        // Who has least in flight goes first, so that two busy apps never keep out a third.
        let queues = try PendingRows.deliveries.queues(db).sorted { left, right in
            (budget.inFlight[left.app] ?? 0, left) < (budget.inFlight[right.app] ?? 0, right)
        }
        for priority in Priority.allCases.sorted(by: >) {
            for queue in queues {
                var ended = 0
                // Each round leases or ends all it reads, so it never reads the same again.
                while true {
                    guard ended < mostEnded else {
                        claim.isCut = true
                        break
                    }
                    let room = left.room(of: queue, priority)
                    guard room > 0 else { break }
                    let due = try due(queue, priority, now: now, limit: room, db)
                    for candidate in due {
                        if try leaseOrEnd(candidate, now: now, epoch: epoch, &events, db) {
                            claim.deliveries.append(candidate.delivery)
                            left.take(queue)
                        } else {
                            ended += 1
                        }
                    }
                    if due.isEmpty { break }
                }
                claim.ended += ended
            }
        }
        return claim
    }

    /// What an older epoch left in flight; leased anew, so that it is handed out once.
    static func interrupted(epoch: Int, limit: Int, _ db: SQLConnection) throws -> [ClaimedDelivery] {
        let left = try db.all(
            """
            SELECT \(ClaimedDelivery.columns) FROM \(ClaimedDelivery.source)
            WHERE \(PartialIndex.sending.of("d")) AND d.epoch < ? ORDER BY d.epoch LIMIT ?
            """,
            [epoch, limit],
            ClaimedDelivery.init(row:)
        )
        for delivery in left { try lease(delivery, .sending, by: .interrupted, epoch: epoch, db) }
        return left
    }

    private static let due = """
        SELECT \(ClaimedDelivery.columns), \(ClaimedDelivery.lateColumns(before: "?6")) FROM \(ClaimedDelivery.source)
        WHERE \(PartialIndex.pending.of("d")) AND d.app = ?1 AND d.provider = ?2 AND d.rank = ?3 AND d.due_at <= ?4
        ORDER BY d.due_at LIMIT ?5
        """

    private static func due(
        _ queue: QueueKey,
        _ priority: Priority,
        now: Timestamp,
        limit: Int,
        _ db: SQLConnection
    ) throws -> [(delivery: ClaimedDelivery, isReachable: Bool)] {
        try db.all(
            due,
            [
                queue.app.bound, queue.provider.rawValue, priority.rank, now.milliseconds, limit,
                DecisionStamp.lateBefore(now).milliseconds,
            ]
        ) { (try ClaimedDelivery(claimed: $0), try $0.flag(ClaimedDelivery.reachableColumn)) }
    }

    /// Leases a delivery, or ends it when it came too late or its device is gone; whether it was leased.
    private static func leaseOrEnd(
        _ candidate: (delivery: ClaimedDelivery, isReachable: Bool),
        now: Timestamp,
        epoch: Int,
        _ events: inout EventBatch,
        _ db: SQLConnection
    ) throws -> Bool {
        let delivery = candidate.delivery
        let event = DeliveryMachine.claim(
            expiresAt: delivery.expiresAt,
            isReachable: candidate.isReachable,
            now: now
        )
        guard event == .claimed else {
            try end(delivery, by: event, at: now, &events, db)
            return false
        }
        try lease(delivery, .pending, by: event, epoch: epoch, db)
        return true
    }

    /// Ends a delivery that waits in its queue; the last device of a notification may turn its row into an alert.
    private static func end(
        _ delivery: ClaimedDelivery,
        by event: DeliveryMachine.Event,
        at now: Timestamp,
        _ events: inout EventBatch,
        _ db: SQLConnection
    ) throws {
        guard let state = DeliveryMachine.next(.pending, on: event) else { return }
        let (app, id) = (delivery.app, delivery.id)
        try db.run(
            "UPDATE delivery SET state = ?, reason = ? WHERE app = ? AND notification_id = ? AND device_id = ?",
            [state.stored, event.reason?.rawValue, app.bound, id.notification.blob, id.device.blob]
        )
        events.add(.deliveryEnded, app: app, .delivery(id), .moved(from: .pending, to: state, at: now))
        guard delivery.alertsOnFailure,
            let notification = try OutcomeRows(app: app).notification(id.notification, db),
            notification.raisesAlert(afterEndFor: event.reason)
        else { return }
        try DeliveryChanges(app: app).write(.raiseAlert(id.notification, of: notification.user), &events, db)
    }

    /// Leases a delivery to an epoch, by an event that leases one in its state.
    ///
    /// `OR FAIL`, because an error undoes the whole operation: SQLite need not keep the pages for this statement alone.
    private static func lease(
        _ delivery: ClaimedDelivery,
        _ state: DeliveryState,
        by event: DeliveryMachine.Event,
        epoch: Int,
        _ db: SQLConnection
    ) throws {
        guard DeliveryMachine.next(state, on: event) == .sending else { return }
        try db.run(
            "UPDATE {or_fail} delivery SET epoch = ? WHERE app = ? AND notification_id = ? AND device_id = ?",
            [epoch, delivery.app.bound, delivery.id.notification.blob, delivery.id.device.blob]
        )
    }
}
