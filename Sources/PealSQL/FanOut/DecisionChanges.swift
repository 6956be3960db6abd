import PealCore

/// Writes decisions: those of pages, and those about pushes that waited.
struct DecisionChanges {
    var app: AppID

    func add(
        _ notifications: [NewNotification],
        of trigger: TriggerID,
        _ events: inout EventBatch,
        _ db: SQLConnection
    ) throws {
        var shared: [ContentID: (uses: Int, sealed: [UInt8])] = [:]
        for new in notifications where try insert(new, of: trigger, db) {
            if let content = new.content.text.shared {
                shared[content, default: (0, new.content.text.bytes)].uses += 1
            }
            events.add(decided: new, app: app)
            try insertDeliveries(of: new.id, new.userID, new.decision, dueAt: new.createdAt, db)
            if !new.channels.isEmpty { try ChannelChanges(app: app).add(new, &events, db) }
        }
        // In a fixed order: the same page makes the same statements.
        for (id, content) in shared.sorted(by: { $0.key < $1.key }) {
            try db.run(
                "INSERT INTO content (app, id, uses, sealed) VALUES (?, ?, ?, ?)",
                [app.bound, id.blob, content.uses, content.sealed]
            )
        }
    }

    /// A user erased since the snapshot gets no row: nobody who takes their name later may find it.
    ///
    /// The trigger may have been read before the erasure, and the user after it, as one who is not known.
    private func insert(_ new: NewNotification, of trigger: TriggerID, _ db: SQLConnection) throws -> Bool {
        guard
            try new.needsUser
                ? UserRows.exists(new.userID, app: app, db)
                : !NamedUsers.leftOut(new.userID, of: trigger, app: app, db)
        else { return false }
        let (content, text, push) = (new.content, new.content.text, new.decision.push)
        let own = text.shared == nil && !text.bytes.isEmpty ? text.bytes : nil
        // One row of VALUES, and no trigger: SQLite then need not keep the pages for this statement alone.
        let inserted = try db.run(
            """
            INSERT {or_fail} INTO notification
                (app, id, trigger_id, user_id, category, content_id, sealed_text, link, thread, collapse, locale, rank,
                 created_at, expires_at, policy_version, trace, in_app_reason, push, push_reason, held_until,
                 is_alert, alerts_on_failure, digest_window, digest_until, pushed_at, throttled_type,
                 hold_stage, was_digested, thread_group, facts_version, entity_version, valid_until, awaits_confirmation, seen_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
                ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (app, trigger_id, user_id) DO NOTHING
            """,
            [
                app.bound, new.id.blob, trigger.blob, new.userID.rawValue, new.category.rawValue,
                text.shared?.blob, own, content.link, content.thread, content.collapse, content.locale,
                new.decision.priority.rank, new.createdAt.milliseconds,
                new.expiresAt.milliseconds, new.policyVersion, new.decision.trace.encoded,
                new.decision.inApp.storedReason, PushState(push).stored, push.storedReason,
                push.waitsUntil?.milliseconds, new.decision.isAlert ? 1 : 0,
                new.alertsOnFailure ? 1 : 0, new.decision.digestWindow?.key,
                new.decision.digestWindow?.closesAt.milliseconds,
                new.pushedAt?.milliseconds, new.throttledType?.rawValue, new.decision.holdStage?.rawValue,
                new.decision.wasDigested ? 1 : 0, content.group,
                new.stamp.versions.facts, new.stamp.versions.entity,
                new.stamp.validUntil?.milliseconds, new.awaitsConfirmation,
                new.isSeen ? new.createdAt.milliseconds : nil,
            ]
        )
        guard inserted == 1 else { return false }
        if new.decision.inApp == .show { try countUnread(new, db) }
        return true
    }

    /// Counts a new row of the inbox in its user's badge, which the schema's triggers change with the row from then on.
    private func countUnread(_ new: NewNotification, _ db: SQLConnection) throws {
        try db.run(
            """
            INSERT INTO badge (app, user_id, version, unseen, unread) VALUES (?, ?, 1, ?, 1)
            ON CONFLICT (app, user_id) DO UPDATE SET version = badge.version + 1, unseen = badge.unseen + excluded.unseen,
                unread = badge.unread + excluded.unread
            """,
            [app.bound, new.userID.rawValue, new.isSeen ? 0 : 1]
        )
    }

    /// Writes a decision about a push that waited; nothing when it waits no longer.
    ///
    /// The inbox row stays as the first decision made it; it may become an alert.
    func redecide(_ release: ReleasedNotification, _ events: inout EventBatch, _ db: SQLConnection) throws {
        let (decision, event) = (release.decision, release.event)
        guard let state = PushMachine.next(release.from, on: event) else { throw GuardFailed() }
        let common: [SQLValue] = [
            app.bound, release.id.blob, state.stored, event.reason?.rawValue, decision.push.waitsUntil?.milliseconds,
            decision.trace.encoded, decision.priority.rank, release.digest,
            decision.push.isSend ? release.at.milliseconds : nil, release.from.stored, release.replaces?.blob,
            decision.holdStage?.rawValue, decision.wasDigested ? 1 : 0, release.stamp.versions.facts,
            release.stamp.versions.entity, release.stamp.validUntil?.milliseconds,
        ]
        if decision.isAlert || decision.digestWindow != nil {
            let window = decision.digestWindow
            try db.run(
                Self.redecideWindow,
                common + [decision.isAlert ? 1 : 0, window?.key, window?.closesAt.milliseconds]
            ).orFail()
        } else {
            try db.run(Self.redecidePush, common).orFail()
        }
        try events.add(released: release, db)
        try insertDeliveries(of: release.id, release.userID, decision, dueAt: release.at, db)
    }

    private static let redecidePush = update(alsoSetting: "", leftIf: "throttled_type IS NOT NULL")
    /// Few decisions open a window or raise an alert; for the others, the indexes on these columns are left alone.
    private static let redecideWindow = update(
        alsoSetting: """
            is_alert = CASE WHEN is_alert < ?17 THEN ?17 ELSE is_alert END, digest_window = COALESCE(?18, digest_window),
            digest_until = COALESCE(?19, digest_until),
            """,
        leftIf: "throttled_type IS NOT NULL OR ?18 IS NOT NULL"
    )

    private static func update(alsoSetting more: String, leftIf isNeeded: String) -> String {
        """
        UPDATE notification SET \(more) push = ?3, push_reason = ?4, held_until = ?5, trace = ?6, rank = ?7,
            hold_stage = COALESCE(?12, hold_stage), was_digested = ?13, facts_version = ?14, entity_version = ?15, valid_until = ?16,
            sealed_digest_text = COALESCE(?8, sealed_digest_text),
            replaces = COALESCE(?11, replaces),
            pushed_at = CASE WHEN \(isNeeded) THEN ?9 END
        WHERE app = ?1 AND id = ?2 AND push = ?10
        """
    }

    private static let insertDelivery = """
        INSERT {or_fail} INTO delivery (app, notification_id, device_id, user_id, provider, rank, state, due_at, app_version)
        SELECT ?1, ?2, ?3, ?6, provider, ?4, '\(DeliveryState.pending.stored)', ?5, app_version FROM device
        WHERE app = ?1 AND id = ?3
        """

    /// One delivery a device; the provider is the device's own.
    private func insertDeliveries(
        of notification: NotificationID,
        _ user: UserID,
        _ decision: Decision,
        dueAt: Timestamp,
        _ db: SQLConnection
    ) throws {
        guard case .send(let devices) = decision.push else { return }
        for device in devices {
            try db.run(
                Self.insertDelivery,
                [
                    app.bound, notification.blob, device.blob, decision.priority.rank, dueAt.milliseconds,
                    user.rawValue,
                ]
            )
        }
    }

    /// Gives a push that is being sent the text of a summary.
    func startSummary(_ id: NotificationID, _ text: [UInt8], at now: Timestamp, _ trace: Trace, _ db: SQLConnection)
        throws
    {
        try db.run(
            """
            UPDATE notification SET digest_window = ?4, digest_until = ?5, sealed_digest_text = ?6, trace = trace || ?7
            WHERE app = ?1 AND id = ?2 AND push = ?3 AND push_reason IS NULL
            """,
            [
                app.bound, id.blob, PushState.sending.stored, DigestWindowKey.summary, now.milliseconds, text,
                trace.encoded,
            ]
        ).orFail()
    }

    func postponeHeld(_ part: ReleaseSpread.Part, dueAt now: Timestamp, _ db: SQLConnection) throws {
        try db.run(
            """
            UPDATE notification SET held_until = ?4 WHERE app = ?1 AND id IN (
                SELECT id FROM notification WHERE app = ?1 AND held_until <= ?2
                    AND \(PartialIndex.held.condition)
                ORDER BY held_until, user_id LIMIT ?3)
            """,
            [app.bound, now.milliseconds, part.count, part.until.milliseconds]
        )
    }
}
