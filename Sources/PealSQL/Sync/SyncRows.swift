import PealCore

/// Reads what silent sync pushes are planned from, and writes those that are planned.
struct SyncRows {
    var app: AppID
    var user: UserID

    private var key: [SQLValue] { [app.bound, user.rawValue] }

    func facts(about ids: [NotificationID], _ db: SQLConnection) throws -> SyncFacts {
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

    func tagged(on device: DeviceID, _ db: SQLConnection) throws -> [TaggedDelivery] {
        try db.all(
            """
            SELECT w.id, COALESCE(w.replaces, w.id), w.collapse, \(DeliveryState.column(of: "d"))
            FROM (SELECT id, replaces, collapse FROM notification
                WHERE app = ?1 AND user_id = ?2 ORDER BY id DESC LIMIT ?4) w
            CROSS JOIN delivery d ON d.app = ?1 AND d.notification_id = w.id AND d.device_id = ?3
            ORDER BY w.id DESC
            """,
            key + [device.blob, TaggedDelivery.recentLimit]
        ) { row in
            TaggedDelivery(
                push: TaggedPush(id: try row.id(0), identity: try row.id(1), collapse: try row.optionalText(2)),
                state: try row.word(3)
            )
        }
    }

    private func devices(_ db: SQLConnection) throws -> [SyncFacts.TargetDevice] {
        try db.all(
            """
            SELECT v.id, v.provider, v.platform, v.permission, v.state, s.sent_at, s.due_at, s.epoch
            FROM device v LEFT JOIN sync_push s ON s.app = v.app AND s.device_id = v.id
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

    private func item(_ id: NotificationID, _ db: SQLConnection) throws -> SyncFacts.Item? {
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

    private static let handover = "d.notification_id, d.device_id, \(DeliveryState.column(of: "d")), d.accepted_at"

    private func handover(_ row: SQLRow) throws -> SyncFacts.Handover {
        SyncFacts.Handover(
            id: DeliveryID(notification: try row.id(0), device: try row.id(1)),
            state: try row.word(2),
            acceptedAt: try row.optionalTime(3)
        )
    }

    /// Lets a push join what waits for its device.
    func write(_ push: SyncPush, _ events: inout EventBatch, _ db: SQLConnection) throws {
        let rows = SyncLeaseRows(app: app)
        let known = try rows.states(of: [push.device], db)[push.device]
        let device: [SQLValue] = [app.bound, push.device.blob]
        let joined: SyncState? =
            try db.first("SELECT user_id, state FROM device WHERE app = ? AND id = ?", device) { row in
                try SyncState(push, joining: known, owner: row.key(0), device: row.word(1))
            } ?? nil
        guard let joined else { return }
        try rows.put(joined, db)
        events.add(.syncPlanned, app: app, user: user, .device(push.device))
        guard !push.cleared.isEmpty else { return }
        let waiting: [NotificationID] = try db.all(
            "SELECT notification_id FROM sync_clear WHERE app = ? AND device_id = ? ORDER BY notification_id",
            device
        ) { try $0.id(0) }
        let clears = push.clears(joining: waiting)
        for id in clears where !waiting.contains(id) {
            try db.run("INSERT INTO sync_clear (app, device_id, notification_id) VALUES (?, ?, ?)", device + [id.blob])
        }
        try rows.forget(waiting.filter { !clears.contains($0) }, of: push.device, db)
    }
}
