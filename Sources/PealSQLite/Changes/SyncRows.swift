import GRDB
import PealCore
import PealStore

/// Reads what silent sync pushes are planned from, and writes those that are planned.
struct SyncRows {
    var app: AppID
    var user: UserID

    private var key: [Binding] { [app.bound, user.rawValue] }

    func facts(about ids: [NotificationID], _ db: Connection) throws -> SyncFacts {
        SyncFacts(
            devices: try devices(db),
            items: try ids.compactMap { try item($0, db) },
            deliveries: try ids.flatMap { id in
                try db.all(
                    "SELECT \(Self.handover) FROM delivery d WHERE d.app = ? AND d.notification_id = ?",
                    [app.bound, id.blob],
                    handover
                )
            },
            recent: try db.all(
                """
                SELECT \(Self.handover) FROM (
                    SELECT id FROM notification WHERE app = ?1 AND user_id = ?2 ORDER BY id DESC LIMIT ?3) w
                CROSS JOIN delivery d ON d.app = ?1 AND d.notification_id = w.id
                """,
                key + [SyncFacts.recentLimit],
                handover
            )
        )
    }

    private func devices(_ db: Connection) throws -> [SyncFacts.TargetDevice] {
        try db.all(
            """
            SELECT v.id, v.provider, v.platform, v.permission, v.state, s.told_at, s.due_at, s.epoch
            FROM device v LEFT JOIN device_signal s ON s.app = v.app AND s.device_id = v.id
            WHERE v.app = ? AND v.user_id = ? ORDER BY v.id
            """,
            key
        ) { row in
            SyncFacts.TargetDevice(
                id: try row.id(0),
                provider: ProviderID(rawValue: try row.text(1)),
                platform: try row.word(2),
                permission: try row.word(3),
                state: try row.word(4),
                syncedAt: try row.optionalTime(5),
                isSyncing: !row.hasNull(atIndex: 6) || !row.hasNull(atIndex: 7)
            )
        }
    }

    private func item(_ id: NotificationID, _ db: Connection) throws -> SyncFacts.Item? {
        try db.first(
            """
            SELECT \(InboxState.columns), n.created_at, n.rank, n.in_app_reason FROM notification n
            WHERE n.app = ? AND n.user_id = ? AND n.id = ?
            """,
            key + [id.blob]
        ) { row in
            SyncFacts.Item(
                id: id,
                createdAt: try row.time(InboxState.width),
                priority: try row.priority(InboxState.width + 1),
                state: try InboxState(row: row),
                hiddenBecause: try row.optionalWord(InboxState.width + 2)
            )
        }
    }

    private static let handover = "d.notification_id, d.device_id, d.state, d.accepted_at"

    private func handover(_ row: StoredRow) throws -> SyncFacts.Handover {
        SyncFacts.Handover(
            id: DeliveryID(notification: try row.id(0), device: try row.id(1)),
            state: try row.word(2),
            acceptedAt: try row.optionalTime(3)
        )
    }

    /// Lets a push join what waits for its device, which must still be active and the user's.
    func write(_ push: SyncPush, _ events: inout EventBatch, _ db: Connection) throws {
        let device: [Binding] = [app.bound, push.device.blob]
        let planned = try db.run(
            """
            INSERT INTO device_signal (app, device_id, user_id, provider, due_at, expires_at, badge)
            SELECT v.app, v.id, v.user_id, v.provider, ?4, ?5, ?6 FROM device v
            WHERE v.app = ?1 AND v.id = ?2 AND v.user_id = ?3 AND v.state = ?7
            ON CONFLICT (app, device_id) DO UPDATE SET user_id = excluded.user_id, provider = excluded.provider,
                due_at = excluded.due_at, expires_at = excluded.expires_at, retries = 0,
                badge = MAX(badge, excluded.badge)
            """,
            device + [
                user.rawValue, push.dueAt.milliseconds, push.expiresAt.milliseconds, push.carriesBadge ? 1 : 0,
                DeviceState.active.rawValue,
            ]
        )
        guard planned > 0 else { return }
        events.add(.syncPlanned, app: app, user: user, .device(push.device))
        for id in push.cleared {
            try db.run(
                "INSERT OR IGNORE INTO device_clear (app, device_id, notification_id) VALUES (?, ?, ?)",
                device + [id.blob]
            )
        }
        guard !push.cleared.isEmpty else { return }
        // A queue that is paused for long must not gather more than a screen holds.
        try db.run(
            """
            DELETE FROM device_clear WHERE app = ?1 AND device_id = ?2 AND notification_id <= (
                SELECT notification_id FROM device_clear WHERE app = ?1 AND device_id = ?2
                ORDER BY notification_id DESC LIMIT 1 OFFSET \(SyncPush.clearLimit))
            """,
            device
        )
    }
}
