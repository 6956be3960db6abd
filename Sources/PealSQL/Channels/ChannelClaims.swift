import PealCore
import PealStore

/// Leases deliveries of channels to a process epoch.
enum ChannelClaims {
    /// What a claim came to.
    struct Claim: Sendable {
        var deliveries: [ClaimedChannelDelivery] = []
        /// Whether there is more to end: other writers come first.
        var isCut = false
    }

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
        let queues = try PendingRows.channels.queues(db).sorted { left, right in
            (budget.inFlight[left.app] ?? 0, left) < (budget.inFlight[right.app] ?? 0, right)
        }
        for priority in Priority.allCases.sorted(by: >) {
            for queue in queues {
                var ended = 0
                // Each round leases or ends all it reads, so it never reads the same again.
                while true {
                    guard ended < DeliveryClaims.mostEnded else {
                        claim.isCut = true
                        break
                    }
                    let room = left.room(of: queue, priority)
                    guard room > 0 else { break }
                    let due = try due(queue, priority, now: now, limit: room, db)
                    for candidate in due {
                        let event = candidate.delivery.event(isCancelled: candidate.isCancelled, now: now)
                        guard event == .claimed else {
                            try ChannelRows(app: queue.app)
                                .end(candidate.delivery.delivery, by: event, at: now, &events, db)
                            ended += 1
                            continue
                        }
                        claim.deliveries.append(try lease(candidate.delivery, by: event, epoch: epoch, db))
                        left.take(queue)
                    }
                    if due.isEmpty { break }
                }
            }
        }
        return claim
    }

    /// What an older epoch left in flight; leased again, so that it is handed out once.
    static func interrupted(epoch: Int, limit: Int, _ db: SQLConnection) throws -> [ClaimedChannelDelivery] {
        let left = try db.all(
            """
            SELECT \(ClaimedChannelDelivery.columns) FROM \(ClaimedChannelDelivery.source)
            WHERE \(PartialIndex.sending.of("d")) AND d.epoch < ? ORDER BY d.epoch LIMIT ?
            """,
            [epoch, limit],
            ClaimedChannelDelivery.init(row:)
        )
        return try left.map { try lease($0, by: .interrupted, epoch: epoch, db) }
    }

    private static let due = """
        SELECT \(ClaimedChannelDelivery.columns) FROM \(ClaimedChannelDelivery.source)
        WHERE \(PartialIndex.pending.of("d")) AND d.app = ? AND d.channel = ? AND d.rank = ? AND d.due_at <= ?
        ORDER BY d.due_at LIMIT ?
        """

    private static func due(_ queue: QueueKey, _ priority: Priority, now: Timestamp, limit: Int, _ db: SQLConnection)
        throws -> [(delivery: ClaimedChannelDelivery, isCancelled: Bool)]
    {
        try db.all(
            due,
            [queue.app.bound, queue.provider.rawValue, priority.rank, now.milliseconds, limit]
        ) { (try ClaimedChannelDelivery(row: $0), try $0.flag(ClaimedChannelDelivery.cancelledColumn)) }
    }

    /// Leases a delivery to an epoch, by an event that leases one in its state.
    private static func lease(
        _ claimed: ClaimedChannelDelivery,
        by event: DeliveryMachine.Event,
        epoch: Int,
        _ db: SQLConnection
    ) throws -> ClaimedChannelDelivery {
        let leased = claimed.leased(by: event, to: epoch)
        try db.run(
            """
            UPDATE channel_delivery SET epoch = ?, due_at = NULL
            WHERE app = ? AND notification_id = ? AND channel = ?
            """,
            [
                epoch, claimed.app.bound, claimed.delivery.id.notification.blob, claimed.delivery.id.channel.rawValue,
            ]
        )
        return leased
    }
}
