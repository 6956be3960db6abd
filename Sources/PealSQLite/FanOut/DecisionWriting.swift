import GRDB
import PealCore
import PealStore

/// Writes decided pages: decisions, inbox rows, deliveries and the trigger's cursor.
enum DecisionWriting {
    /// Writes a page unless its trigger was cancelled, moved or finished; returns whether fan-out ended with it.
    ///
    /// The cursor, which names a user, is kept only while fan-out needs it.
    static func write(_ page: DecidedPage, _ events: inout EventBatch, _ db: Database) throws -> Bool {
        let trigger = page.trigger.trigger
        let key: [Binding] = [trigger.app.rawValue, trigger.id.blob]
        let event: TriggerMachine.Event = page.isLast ? .lastPageDecided : .pageDecided
        guard let phase = TriggerMachine.next(.running, on: event)?.phase else { return false }
        let isOpen = try db.run(
            """
            UPDATE trigger SET fan_out = ?3, cursor = CASE ?3 WHEN ?6 THEN NULL ELSE COALESCE(?4, cursor) END
            WHERE app = ?1 AND id = ?2 AND fan_out <> ?6 AND cancelled_at IS NULL AND due_at = ?5
            """,
            key + [
                phase.rawValue, page.cursor?.rawValue, trigger.dueAt.milliseconds,
                TriggerState.Phase.finished.rawValue,
            ]
        )
        guard isOpen == 1 else { return false }
        for notification in page.notifications { try insert(notification, of: trigger, &events, db) }
        if trigger.sendAtLocal != nil {
            let waits = LocalWaits(app: trigger.app, trigger: trigger.id)
            try waits.keep(page, db)
            if page.isLast, try waits.goOn(db) { return false }
        }
        guard page.isLast else { return false }
        if page.notifications.isEmpty,
            try !db.exists("SELECT 1 FROM notification WHERE app = ? AND trigger_id = ? LIMIT 1", key)
        {
            try QuotaRows(app: trigger.app).release(of: trigger.id, db)
            try ClaimRows.release(of: trigger.id, app: trigger.app, remembering: false, db)
        }
        return true
    }

    /// A person erased since the snapshot gets no row: nobody who takes their name later may find it.
    private static func insert(
        _ new: NewNotification,
        of trigger: Trigger,
        _ events: inout EventBatch,
        _ db: Database
    ) throws {
        let content = new.content
        let push = new.decision.push
        let replaced = try SummaryTags.replaced(by: new.decision, app: trigger.app, user: new.userID, db)
        let inserted = try db.run(
            """
            INSERT INTO notification
                (app, id, trigger_id, user_id, category, title, body, push_title, push_body, link, thread, collapse, locale,
                 rank, created_at, expires_at, policy_version, trace, in_app_reason, push, push_reason, held_until,
                 is_alert, alerts_on_failure, slot, slot_until, pushed_at, throttled_type, summarises, replaces,
                 hold_stage, was_gathered)
            SELECT ?1, ?2, ?3, ?4, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?
            WHERE ?33 OR EXISTS (SELECT 1 FROM user WHERE app = ?1 AND id = ?4)
            ON CONFLICT (app, trigger_id, user_id) DO NOTHING
            """,
            [
                trigger.app.rawValue, new.id.blob, trigger.id.blob, new.userID.rawValue, new.category.rawValue,
                content.title, content.body, content.pushTitle, content.pushBody, content.link, content.thread,
                content.collapse, content.locale, new.decision.priority.rank, new.createdAt.milliseconds,
                new.expiresAt.milliseconds, new.policyVersion, new.decision.trace.encoded,
                new.decision.inApp.storedReason, PushState(push).stored, push.storedReason,
                push.waitsUntil?.milliseconds, new.decision.isAlert ? 1 : 0,
                new.alertsOnFailure ? 1 : 0, new.decision.slot?.key, new.decision.slot?.closesAt.milliseconds,
                pushedAt(new), new.throttledType?.rawValue, new.summarises ? 1 : 0,
                replaced?.blob, new.decision.holdStage?.rawValue, new.decision.wasGathered ? 1 : 0,
                new.isUnknown || new.decision.reason == .unknownUser,
            ]
        )
        guard inserted == 1 else { return }
        events.add(decided: new, app: trigger.app)
        guard case .send(let devices) = new.decision.push else { return }
        try insertDeliveries(
            of: new.id,
            to: devices,
            user: new.userID,
            app: trigger.app,
            priority: new.decision.priority,
            dueAt: new.createdAt,
            db
        )
    }

    /// When it was pushed, where a rule looks back at it.
    private static func pushedAt(_ new: NewNotification) -> Int64? {
        guard new.decision.push.isSend, new.throttledType != nil || new.decision.slot != nil else { return nil }
        return new.createdAt.milliseconds
    }

    /// One delivery a device; the provider is the device's own.
    static func insertDeliveries(
        of notification: NotificationID,
        to devices: [DeviceID],
        user: UserID,
        app: AppID,
        priority: Priority,
        dueAt: Timestamp,
        _ db: Database
    ) throws {
        for device in devices {
            try db.run(
                """
                INSERT INTO delivery (app, notification_id, device_id, user_id, provider, rank, state, due_at)
                SELECT ?1, ?2, ?3, ?6, provider, ?4, 'pending', ?5 FROM device WHERE app = ?1 AND id = ?3
                """,
                [app.rawValue, notification.blob, device.blob, priority.rank, dueAt.milliseconds, user.rawValue]
            )
        }
    }
}
