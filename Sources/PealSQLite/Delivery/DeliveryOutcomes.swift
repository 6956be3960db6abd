import GRDB
import PealCore
import PealStore

/// Writes what became of deliveries.
enum DeliveryOutcomes {
    /// Writes one result, if its epoch still holds the lease.
    static func record(_ result: DeliveryResult, _ events: inout EventBatch, _ db: Database) throws {
        var next = result.next
        if case .retry = next { next = next.unless(try stopped(result, db)) }
        guard let state = DeliveryMachine.next(.sending, on: .answered(next)) else { return }
        let written =
            switch next {
            case .end(_, let reason): try write(state, reason, result, db)
            case .retry(let at, let counted): try write(state, at: at, counted: counted, result, db)
            }
        guard written else { return }
        events.add(next.isEnd ? .deliveryEnded : .deliveryDue, app: result.app, .delivery(result.id))
        if case .quarantine(let cause) = result.device {
            try quarantine(result.id.device, result.app, cause, result.attempt.at, &events, db)
        }
        if let receipt = result.receipt {
            try ReceiptRows.add(receipt, of: result, db)
            events.add(.receiptPlanned, app: result.app, .delivery(result.id))
        }
        if case .end(let state, _) = next, state != .accepted, state != .unknown {
            try raiseAlert(of: result.id.notification, app: result.app, &events, db)
        }
    }

    /// Ends a delivery that waits in its queue, by an event that ends one.
    static func end(
        _ id: DeliveryID,
        app: AppID,
        by event: DeliveryMachine.Event,
        _ events: inout EventBatch,
        _ db: Database
    ) throws {
        guard let state = DeliveryMachine.next(.pending, on: event) else { return }
        try db.run(
            "UPDATE delivery SET state = ?, reason = ? WHERE app = ? AND notification_id = ? AND device_id = ?",
            [state.rawValue, event.reason?.rawValue, app.rawValue, id.notification.blob, id.device.blob]
        )
        events.add(.deliveryEnded, app: app, .delivery(id))
        try raiseAlert(of: id.notification, app: app, &events, db)
    }

    /// Why a push is not to be tried again: its trigger was cancelled, or it was read elsewhere.
    private static func stopped(_ result: DeliveryResult, _ db: Database) throws -> Reason? {
        try db.first(
            "SELECT push_reason FROM notification WHERE app = ? AND id = ?",
            [result.app.rawValue, result.id.notification.blob]
        ) { try $0.optionalWord(0) } ?? nil
    }

    private static func write(
        _ state: DeliveryState,
        _ reason: Reason?,
        _ result: DeliveryResult,
        _ db: Database
    ) throws -> Bool {
        try db.run(
            """
            UPDATE delivery SET state = ?9, reason = ?10, accepted_at = CASE WHEN ?9 = 'accepted' THEN ?1 END,
                attempts = \(StoredAttempts.append)
            WHERE app = ?5 AND notification_id = ?6 AND device_id = ?7 AND state = ?11 AND epoch = ?8
            """,
            StoredAttempts.bindings(result.attempt) + lease(result)
                + [state.rawValue, reason?.rawValue, DeliveryState.sending.rawValue]
        ) == 1
    }

    private static func write(
        _ state: DeliveryState,
        at retryAt: Timestamp,
        counted: Bool,
        _ result: DeliveryResult,
        _ db: Database
    ) throws -> Bool {
        try db.run(
            """
            UPDATE delivery SET state = ?11, due_at = ?9, retries = retries + ?10, resends = resends + 1 - ?10,
                attempts = \(StoredAttempts.append)
            WHERE app = ?5 AND notification_id = ?6 AND device_id = ?7 AND state = ?12 AND epoch = ?8
            """,
            StoredAttempts.bindings(result.attempt) + lease(result)
                + [
                    retryAt.milliseconds, counted ? 1 : 0, state.rawValue, DeliveryState.sending.rawValue,
                ]
        ) == 1
    }

    private static func lease(_ result: DeliveryResult) -> [Binding] {
        [result.app.rawValue, result.id.notification.blob, result.id.device.blob, result.epoch]
    }

    /// Takes a device out of service; `invalid_since` says that it is removed after a grace time.
    ///
    /// What a service that is doubted declared dead just before the alarm, and is written after it, is not believed either.
    static func quarantine(
        _ device: DeviceID,
        _ app: AppID,
        _ cause: DeliveryMachine.QuarantineCause,
        _ at: Timestamp,
        _ events: inout EventBatch,
        _ db: Database
    ) throws {
        let user: UserID? = try db.first(
            """
            UPDATE device SET state = 'quarantined', invalid_since = ?1
            WHERE app = ?2 AND id = ?3 AND state IN ('active', 'stale') AND (?1 IS NULL OR NOT EXISTS (
                SELECT 1 FROM lane
                WHERE lane.app = ?2 AND lane.provider = device.provider AND lane.doubted_since IS NOT NULL))
            RETURNING user_id
            """,
            [cause == .dead ? at.milliseconds : nil, app.rawValue, device.blob]
        ) { try $0.key(0) }
        if let user { events.add(.deviceChanged, app: app, user: user, .device(device)) }
    }

    /// The last device that could not be reached turns the inbox row into an alert, where the type asks for it (R147).
    static func raiseAlert(
        of notification: NotificationID,
        app: AppID,
        _ events: inout EventBatch,
        _ db: Database
    ) throws {
        let user: UserID? = try db.first(
            """
            UPDATE notification SET is_alert = 1
            WHERE app = ?1 AND id = ?2 AND alerts_on_failure = 1 AND is_alert = 0 AND acknowledged_at IS NULL
                AND push_reason IS NULL AND NOT EXISTS (
                    SELECT 1 FROM delivery WHERE app = ?1 AND notification_id = ?2
                        AND state IN ('pending', 'sending', 'accepted', 'unknown'))
            RETURNING user_id
            """,
            [app.rawValue, notification.blob]
        ) { try $0.key(0) }
        if let user { try events.addInbox(of: user, app: app, db) }
    }
}

extension DeliveryMachine.Next {
    fileprivate var isEnd: Bool { if case .end = self { true } else { false } }
}
