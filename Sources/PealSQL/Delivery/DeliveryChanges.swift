import PealCore

/// Writes what became of deliveries.
struct DeliveryChanges {
    var app: AppID

    func write(_ change: DeliveryChange, _ events: inout EventBatch, _ db: SQLConnection) throws {
        switch change {
        case .record(let end):
            try record(end, db).orFail()
            if end.to == .accepted { try ReachabilityRows(app: app).accepted(end.id, at: end.attempt.at, db) }
            events.add(end.to == .pending ? .deliveryDue : .deliveryEnded, app: app, .delivery(end.id), end.detail)
        case .quarantine(let device, of: let user, from: let state, let since):
            try quarantine(device, of: user, from: state, since, db).orFail()
            events.add(.deviceChanged, app: app, user: user, .device(device))
        case .planReceipt(let id, let plan):
            try ReceiptRows(app: app).add(plan, of: id, db)
            events.add(.receiptPlanned, app: app, .delivery(id))
        case .askForReceipt(let id, let at): try ReceiptRows(app: app).ask(again: id, at: at, db)
        case .forgetReceipt(let id): try ReceiptRows(app: app).remove(id, db)
        case .raiseAlert(let id, of: let user):
            try db.run(
                "UPDATE notification SET is_alert = 1 WHERE app = ? AND id = ? AND user_id = ? AND is_alert = 0",
                [app.bound, id.blob, user.rawValue]
            ).orFail()
            try events.addAlert(id, of: user, app: app, db)
        case .confirm(let id, at: let now):
            try ConfirmationRows.confirm(id, app: app, at: now, db)
            if let user = try ReachabilityRows(app: app).unreached(by: id.device, db) {
                events.add(.deviceChanged, app: app, user: user, .device(id.device))
            }
        case .endConfirmation(let push, alert: let trace):
            try ConfirmationRows.end(push, alert: trace, db)
            if trace != nil { try events.addAlert(push.id, of: push.user, app: app, db) }
        case .redrive(let id, let at):
            try redrive(id, at: at, db).orFail()
            events.add(.deliveryDue, app: app, .delivery(id), .moved(from: .failed, to: .pending, at: at))
        case .extend(let id, let at):
            let before = try state(of: id, db)
            try extend(id, at: at, db).orFail()
            let detail = before.map { EventDetail.moved(from: $0, to: .pending, at: at) }
            events.add(.deliveryDue, app: app, .delivery(id), detail ?? .none)
        case .reevaluate(let id, let reevaluated):
            try reevaluate(id, reevaluated, db).orFail()
            events.add(reevaluated.dueAt == nil ? .deliveryEnded : .deliveryDue, app: app, .delivery(id))
        }
    }

    private func reevaluate(_ id: DeliveryID, _ reevaluated: ReevaluatedDelivery, _ db: SQLConnection) throws -> Int {
        let changed = try db.run(
            """
            UPDATE delivery SET state = ?4, epoch = NULL, reason = ?5, due_at = COALESCE(?6, due_at)
            WHERE app = ?1 AND notification_id = ?2 AND device_id = ?3
                AND \(PartialIndex.sending.condition) AND epoch = ?7
            """,
            key(id) + [
                reevaluated.to.stored, reevaluated.reason?.rawValue, reevaluated.dueAt?.milliseconds,
                reevaluated.epoch,
            ]
        )
        if changed > 0, let basis = reevaluated.basis { try keep(basis, of: id, db) }
        return changed
    }

    /// A delivery's own stamp: the other deliveries of its push still go by that of their notification.
    private func keep(_ basis: DecisionBasis, of id: DeliveryID, _ db: SQLConnection) throws {
        try db.run(
            """
            UPDATE delivery SET facts_version = ?4, entity_version = ?5, valid_until = ?6, policy_version = ?7
            WHERE app = ?1 AND notification_id = ?2 AND device_id = ?3
            """,
            key(id) + basis.stamp.bindings + [basis.policy]
        )
    }

    /// `OR FAIL`, because an error undoes the whole operation: SQLite need not keep the pages for this statement alone.
    private func record(_ end: AttemptEnd, _ db: SQLConnection) throws -> Int {
        let bindings = StoredAttempts.bindings(end.attempt) + key(end.id) + [end.epoch, end.from.rawValue]
        guard let retry = end.retry else {
            return try db.run(
                end.to == .accepted ? Self.recordAccepted : Self.recordEnd,
                bindings + [end.to.stored, end.reason?.rawValue]
            )
        }
        return try db.run(
            Self.recordRetry,
            bindings + [end.to.stored, retry.at.milliseconds, retry.isCounted ? 1 : 0, end.reason?.rawValue]
        )
    }

    private static let recordAccepted = """
        UPDATE {or_fail} delivery SET state = ?10, reason = ?11, accepted_at = ?1,
            receipt = CASE WHEN attempts IS NULL THEN ?4 END,
            attempts = CASE WHEN attempts IS NOT NULL THEN \(StoredAttempts.append) END
        WHERE \(expected)
        """

    private static let recordEnd = """
        UPDATE {or_fail} delivery SET state = ?10, reason = ?11, accepted_at = NULL, receipt = NULL,
            attempts = \(StoredAttempts.appendToDelivery)
        WHERE \(expected)
        """

    private static let recordRetry = """
        UPDATE delivery SET state = ?10, epoch = NULL, reason = ?13, accepted_at = NULL, receipt = NULL, due_at = ?11,
            retries = retries + ?12, resends = resends + 1 - ?12, attempts = \(StoredAttempts.appendToDelivery)
        WHERE \(expected)
            AND (SELECT n.push_reason FROM notification n WHERE n.app = ?5 AND n.id = ?6) IS NULL
        """

    /// A delivery in the state that a change expects, leased to the epoch that it expects, if it expects one.
    private static let expected = """
        app = ?5 AND notification_id = ?6 AND device_id = ?7 AND \(DeliveryState.column(of: "delivery")) = ?9
            AND (epoch = ?8 OR ?8 IS NULL)
        """

    private func quarantine(
        _ device: DeviceID,
        of user: UserID,
        from state: DeviceState,
        _ since: Timestamp?,
        _ db: SQLConnection
    ) throws -> Int {
        try db.run(
            """
            UPDATE device SET state = ?1, invalid_since = ?2 WHERE app = ?3 AND id = ?4 AND user_id = ?5 AND state = ?6
            """,
            [
                DeviceState.quarantined.rawValue, since?.milliseconds, app.bound, device.blob, user.rawValue,
                state.rawValue,
            ]
        )
    }

    private func redrive(_ id: DeliveryID, at: Timestamp, _ db: SQLConnection) throws -> Int {
        guard let state = DeliveryMachine.next(.failed, on: .redriven) else { return 0 }
        return try db.run(
            """
            UPDATE delivery SET state = ?4, epoch = NULL, reason = ?7, due_at = ?5, retries = 0, resends = 0
            WHERE app = ?1 AND notification_id = ?2 AND device_id = ?3 AND state = ?6
            """,
            key(id) + [
                state.stored, at.milliseconds, DeliveryState.failed.stored,
                DeliveryMachine.Event.redriven.reason?.rawValue,
            ]
        )
    }

    /// The state of a delivery; `nil` when there is none.
    private func state(of id: DeliveryID, _ db: SQLConnection) throws -> DeliveryState? {
        try db.first(
            "SELECT \(DeliveryState.column(of: "d")) FROM delivery d WHERE app = ? AND notification_id = ? AND device_id = ?",
            key(id)
        ) { try $0.word(0) }
    }

    /// One more device of a push; the provider is the device's own.
    private func extend(_ id: DeliveryID, at: Timestamp, _ db: SQLConnection) throws -> Int {
        try db.run(Self.extend, key(id) + [at.milliseconds])
    }

    private static let extend = """
        INSERT INTO delivery (app, notification_id, device_id, user_id, provider, rank, state, due_at, app_version)
        SELECT ?1, ?2, ?3, n.user_id, d.provider, n.rank, '\(DeliveryState.pending.stored)', ?4, d.app_version
        FROM notification n CROSS JOIN device d ON d.app = n.app AND d.id = ?3 AND d.user_id = n.user_id
        WHERE n.app = ?1 AND n.id = ?2
        ON CONFLICT (app, notification_id, device_id) DO UPDATE SET state = excluded.state, epoch = NULL, reason = NULL,
            due_at = excluded.due_at, retries = 0, resends = 0
            WHERE \(DeliveryState.column(of: "delivery")) IN (\(extendable.joined(separator: ", ")))
        """

    private static let extendable = DeliveryState.allCases
        .filter { DeliveryMachine.next($0, on: .extended) == .pending }.map { "'\($0.rawValue)'" }

    private func key(_ id: DeliveryID) -> [SQLValue] { [app.bound, id.notification.blob, id.device.blob] }
}
