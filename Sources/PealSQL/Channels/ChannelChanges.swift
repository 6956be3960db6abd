import PealCore

/// Writes addresses of users in channels, and what is sent there.
struct ChannelChanges {
    var app: AppID

    /// Adds what a decision sends or holds in channels.
    func add(_ new: NewNotification, _ events: inout EventBatch, _ db: SQLConnection) throws {
        var isAdded = false
        // In a fixed order: the same page makes the same statements.
        for (channel, result) in new.channels.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            guard let dueAt = result.dueAt(decidedAt: new.createdAt) else { continue }
            try db.run(
                """
                INSERT INTO channel_delivery (app, notification_id, channel, rank, state, due_at, reason)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    app.bound, new.id.blob, channel.rawValue, new.decision.priority.rank,
                    DeliveryState.pending.stored, dueAt.milliseconds, result.reason?.rawValue,
                ]
            )
            isAdded = true
        }
        if isAdded { events.add(.channelDue, app: app, user: new.userID, .notification(new.id)) }
    }

    func write(_ change: ChannelChange, _ events: inout EventBatch, _ db: SQLConnection) throws {
        switch change {
        case .putAddress(let address): try put(address, db)
        case .removeAddress(let channel, of: let user):
            try db.run(
                "DELETE FROM channel_address WHERE app = ? AND user_id = ? AND channel = ?",
                [app.bound, user.rawValue, channel.rawValue]
            ).orFail()
        case .quarantine(let address, at: let now):
            try db.run(
                """
                UPDATE channel_address SET invalid_since = ?
                WHERE app = ? AND user_id = ? AND channel = ? AND sealed = ? AND invalid_since IS NULL
                """,
                [now.milliseconds, app.bound, address.user.rawValue, address.channel.rawValue, address.sealed]
            )
        case .record(let outcome): try record(outcome, &events, db)
        case .cancel(let id, let reason, at: let now):
            let rows = ChannelRows(app: app)
            for delivery in try rows.deliveries(of: id, db) where delivery.state == .pending {
                try rows.end(delivery, by: .cancelled(reason), at: now, &events, db)
            }
        }
    }

    private func put(_ address: ChannelAddress, _ db: SQLConnection) throws {
        try db.run(
            """
            INSERT INTO channel_address (app, user_id, channel, sealed, created_at, invalid_since)
            SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE EXISTS (SELECT 1 FROM "user" WHERE app = ?1 AND id = ?2)
            ON CONFLICT (app, user_id, channel) DO UPDATE
            SET sealed = excluded.sealed, created_at = excluded.created_at, invalid_since = excluded.invalid_since
            """,
            [
                app.bound, address.user.rawValue, address.channel.rawValue, address.sealed,
                address.createdAt.milliseconds, address.invalidSince?.milliseconds,
            ]
        ).orFail()
    }

    private func record(_ outcome: ChannelOutcome, _ events: inout EventBatch, _ db: SQLConnection) throws {
        let id = outcome.id
        let key: [SQLValue] = [app.bound, id.notification.blob, id.channel.rawValue]
        let state: [SQLValue] = [
            outcome.to.stored, outcome.reason?.rawValue, outcome.dueAt?.milliseconds, outcome.epoch,
            outcome.retriesUsed, outcome.resendsUsed,
        ]
        if let attempt = outcome.attempt {
            try db.run(Self.recordAttempt, StoredAttempts.bindings(attempt) + key + state).orFail()
        } else {
            try db.run(Self.record, key + state).orFail()
        }
        try ChannelRows(app: app).addEvent(of: id, from: .sending, to: outcome.to, at: outcome.at, &events, db)
    }

    private static let record = record(from: 1, setting: "")
    private static let recordAttempt = record(from: 5, setting: ", attempts = \(StoredAttempts.append)")

    private static func record(from first: Int, setting more: String) -> String {
        func value(_ index: Int) -> String { "?\(first + index)" }
        return """
            UPDATE channel_delivery SET state = \(value(3)), epoch = NULL, reason = \(value(4)), due_at = \(value(5)),
                retries = retries + \(value(7)), resends = resends + \(value(8))\(more)
            WHERE app = \(value(0)) AND notification_id = \(value(1)) AND channel = \(value(2))
                AND \(PartialIndex.sending.condition) AND epoch = \(value(6))
            """
    }
}
