import PealCore

/// Reads addresses of users in channels, and what is sent there.
struct ChannelRows {
    var app: AppID

    func addresses(of user: UserID, _ db: SQLConnection) throws -> [ChannelAddress] {
        try db.all(
            """
            SELECT channel, sealed, created_at, invalid_since FROM channel_address
            WHERE app = ? AND user_id = ? ORDER BY channel
            """,
            [app.bound, user.rawValue]
        ) { row in
            ChannelAddress(
                user: user,
                channel: Channel(rawValue: try row.text(0)),
                sealed: try row.bytes(1),
                createdAt: try row.time(2),
                invalidSince: try row.optionalTime(3)
            )
        }
    }

    func deliveries(of notification: NotificationID, _ db: SQLConnection) throws -> [ChannelDelivery] {
        try db.all(
            """
            SELECT \(ChannelDelivery.columns) FROM channel_delivery d
            CROSS JOIN notification n ON n.app = d.app AND n.id = d.notification_id
            WHERE d.app = ? AND d.notification_id = ? ORDER BY d.channel
            """,
            [app.bound, notification.blob],
            ChannelDelivery.init(row:)
        )
    }

    /// Ends one that waits, by an event that ends one.
    func end(
        _ delivery: ChannelDelivery,
        by event: DeliveryMachine.Event,
        at now: Timestamp,
        _ events: inout EventBatch,
        _ db: SQLConnection
    ) throws {
        guard let state = DeliveryMachine.next(.pending, on: event) else { return }
        try db.run(
            """
            UPDATE channel_delivery SET state = ?, reason = ?, due_at = NULL
            WHERE app = ? AND notification_id = ? AND channel = ?
            """,
            [
                state.stored, event.reason?.rawValue, app.bound, delivery.id.notification.blob,
                delivery.id.channel.rawValue,
            ]
        )
        try addEvent(of: delivery.id, from: .pending, to: state, at: now, &events, db)
    }

    /// Leaves the event of one that ended, or waits again.
    func addEvent(
        of id: ChannelDeliveryID,
        from: DeliveryState,
        to state: DeliveryState,
        at now: Timestamp,
        _ events: inout EventBatch,
        _ db: SQLConnection
    ) throws {
        let user: UserID? = try db.first(
            "SELECT user_id FROM notification WHERE app = ? AND id = ?",
            [app.bound, id.notification.blob]
        ) { try $0.key(0) }
        let kind: EventKind = state == .pending ? .channelDue : .channelEnded
        let detail: EventDetail = state == .pending ? .at(now) : .moved(from: from, to: state, at: now)
        events.add(kind, app: app, user: user, .notification(id.notification), detail)
    }
}

extension ChannelDelivery {
    /// What ``init(row:)`` reads, of a `channel_delivery d` with its `notification n`.
    static let columns = """
        d.notification_id, d.channel, n.user_id, d.rank, \(DeliveryState.column(of: "d")), d.reason, d.due_at, n.expires_at, d.epoch, d.retries,
        d.resends, d.attempts
        """
    /// How many columns ``columns`` are.
    static let width = 12

    init(row: SQLRow) throws {
        self.init(
            id: ChannelDeliveryID(notification: try row.id(0), channel: Channel(rawValue: try row.text(1))),
            user: try row.key(2),
            priority: try row.priority(3),
            state: try row.word(4),
            reason: try row.optionalWord(5),
            dueAt: try row.optionalTime(6),
            expiresAt: try row.time(7)
        )
        epoch = row.hasNull(atIndex: 8) ? nil : try row.int(8)
        retriesUsed = try row.int(9)
        resendsUsed = try row.int(10)
        attempts = try StoredAttempts.decode(try row.optionalText(11))
    }
}
