import GRDB
import PealCore
import PealStore

/// Tells a person's devices what they did on another one (R165, R172).
struct OtherDevices {
    var app: AppID
    var user: UserID
    var act: InboxAct

    /// Pushes kept for a device's next signal: twice what an Android screen holds.
    static let clearLimit = 100

    /// Whether a device (`v`) can be told silently: a browser has to show something for every push, and a phone that may
    /// show nothing has nothing to clear.
    static let canBeTold = """
        v.state = 'active' AND v.permission IN ('granted', 'provisional')
            AND v.provider <> 'webpush' AND v.platform <> 'web'
        """

    /// The numbers a badge may show, and how often they changed.
    struct Numbers {
        var unseen = 0
        var unread = 0
        var version = 0
    }

    func numbers(_ db: Database) throws -> Numbers {
        try db.first(
            "SELECT unseen, unread, version FROM badge WHERE app = ? AND user_id = ?",
            [app.rawValue, user.rawValue]
        ) { Numbers(unseen: try $0.int(0), unread: try $0.int(1), version: try $0.int(2)) } ?? Numbers()
    }

    /// Notes what each device is to be told after an act that changed the inbox; one signal for all of it.
    ///
    /// The number is news only for a device that was told one since the oldest of the rows came: before, it did not count
    /// them.
    func tell(
        clearing ids: [NotificationID],
        before: Numbers,
        since: Timestamp = Timestamp(milliseconds: 0),
        _ events: inout EventBatch,
        _ db: Database
    ) throws {
        let after = try numbers(db)
        events.add(.inboxChanged, app: app, user: user, .inbox(badgeVersion: after.version))
        let isBadgeNew = act.badge == .unseen ? after.unseen != before.unseen : after.unread != before.unread
        var isCleared = false
        for id in ids.sorted(by: >).prefix(Self.clearLimit) where try clear(id, db) { isCleared = true }
        guard isBadgeNew || isCleared else { return }
        try db.run(
            """
            INSERT INTO device_signal (app, device_id, user_id, provider, due_at, expires_at, badge)
            SELECT v.app, v.id, v.user_id, v.provider, ?4, ?5, ?6 FROM device v
            WHERE v.app = ?1 AND v.user_id = ?2 AND v.id IS NOT ?3 AND \(Self.canBeTold)
                AND (EXISTS (SELECT 1 FROM device_clear c WHERE c.app = v.app AND c.device_id = v.id)
                    OR ?6 = 1 AND (\(Self.wasTold)))
            ON CONFLICT (app, device_id) DO UPDATE SET user_id = excluded.user_id, provider = excluded.provider,
                due_at = excluded.due_at, expires_at = excluded.expires_at, retries = 0,
                badge = MAX(badge, excluded.badge)
            """,
            [
                app.rawValue, user.rawValue, act.device?.blob, act.now.milliseconds,
                (act.now + act.lifetime).milliseconds, isBadgeNew ? 1 : 0, since.milliseconds,
            ]
        )
        if isCleared { try trim(db) }
    }

    /// Whether a device (`v`) was told a number since `?7`, or is being told one.
    private static let wasTold = """
        EXISTS (SELECT 1 FROM device_signal s WHERE s.app = v.app AND s.device_id = v.id
            AND (s.told_at >= ?7 OR s.due_at IS NOT NULL OR s.epoch IS NOT NULL))
        OR EXISTS (SELECT 1 FROM notification m
            CROSS JOIN delivery e ON e.app = m.app AND e.notification_id = m.id AND e.device_id = v.id
            WHERE m.app = v.app AND m.user_id = v.user_id
                AND (e.accepted_at >= ?7 OR e.state IN ('unknown', 'sending')))
        """

    /// Notes that a push is to leave the screens it was handed to; whether there are any.
    private func clear(_ id: NotificationID, _ db: Database) throws -> Bool {
        try db.run(
            """
            INSERT OR IGNORE INTO device_clear (app, device_id, notification_id)
            SELECT d.app, d.device_id, d.notification_id
            FROM delivery d CROSS JOIN device v ON v.app = d.app AND v.id = d.device_id
            WHERE d.app = ?1 AND d.notification_id = ?4 AND d.state IN ('accepted', 'unknown', 'sending')
                AND d.device_id IS NOT ?3 AND v.user_id = ?2 AND \(Self.canBeTold)
            """,
            [app.rawValue, user.rawValue, act.device?.blob, id.blob]
        ) > 0
    }

    /// A lane that stands still for long must not gather more than a screen holds.
    private func trim(_ db: Database) throws {
        try db.run(
            """
            DELETE FROM device_clear AS c WHERE c.app = ?1
                AND c.device_id IN (SELECT id FROM device WHERE app = ?1 AND user_id = ?2)
                AND c.notification_id <= (
                    SELECT notification_id FROM device_clear o WHERE o.app = c.app AND o.device_id = c.device_id
                    ORDER BY notification_id DESC LIMIT 1 OFFSET \(Self.clearLimit))
            """,
            [app.rawValue, user.rawValue]
        )
    }
}
