import PealCore
import PealStore

/// Reads what the claims of silent sync pushes are planned from, and writes what became of the pushes.
struct SyncLeaseRows {
    var app: AppID

    /// The pushes that are due, as many as the budget has room for, with what their claims are planned from.
    static func due(now: Timestamp, budget: ClaimBudget, _ db: SQLConnection) throws -> [DueSync] {
        var left = budget
        // Who has least in flight goes first, so that two busy apps never keep out a third.
        let queues = try DueRows.syncQueues(db).sorted { left, right in
            (budget.inFlight[left.app] ?? 0, left) < (budget.inFlight[right.app] ?? 0, right)
        }
        var due: [DueSync] = []
        for queue in queues {
            let room = left.room(of: queue, .low)
            guard room > 0 else { continue }
            let rows = SyncLeaseRows(app: queue.app)
            let found = try rows.syncs(
                "s.epoch IS NULL AND s.app = ?1 AND s.provider = ?2 AND s.due_at <= ?3 ORDER BY s.due_at LIMIT ?4",
                [queue.provider.rawValue, now.milliseconds, room],
                db
            )
            for sync in found {
                due.append(sync)
                left.take(queue)
            }
        }
        return due
    }

    /// The pushes of devices.
    func states(of devices: [DeviceID], _ db: SQLConnection) throws -> [DeviceID: SyncState] {
        var states: [DeviceID: SyncState] = [:]
        for device in devices {
            states[device] = try db.first(
                "SELECT \(Self.state) FROM sync_push s WHERE s.app = ? AND s.device_id = ?",
                [app.bound, device.blob]
            ) { try SyncState(row: $0) }
        }
        return states
    }

    /// Pushes that a process before an epoch left in flight.
    static func interrupted(before epoch: Int, limit: Int, _ db: SQLConnection) throws -> [AppID: [SyncState]] {
        let left = try db.all(
            """
            SELECT \(state), s.app FROM sync_push s
            WHERE s.epoch IS NOT NULL AND s.epoch < ? ORDER BY s.epoch LIMIT ?
            """,
            [epoch, limit]
        ) { (app: try $0.key(SyncState.width) as AppID, state: try SyncState(row: $0)) }
        return Dictionary(grouping: left, by: \.app).mapValues { $0.map(\.state) }
    }

    func write(_ change: SyncChange, _ db: SQLConnection) throws {
        switch change {
        case .expect(let due):
            let found = try syncs("s.app = ?1 AND s.device_id = ?2", [due.state.device.blob], db)
            guard found == [due] else { throw GuardFailed() }
        case .move(let old, let new): try move(from: old, to: new, db)
        case .forgetClears(let ids, on: let device): try forget(ids, of: device, db)
        case .end(let device):
            try db.run("DELETE FROM sync_clear WHERE app = ? AND device_id = ?", [app.bound, device.blob])
            try db.run("DELETE FROM sync_push WHERE app = ? AND device_id = ?", [app.bound, device.blob])
        }
    }

    /// Notifications need not be removed from a device's screen any more.
    func forget(_ clears: [NotificationID], of device: DeviceID, _ db: SQLConnection) throws {
        for id in clears {
            try db.run(
                "DELETE FROM sync_clear WHERE app = ? AND device_id = ? AND notification_id = ?",
                [app.bound, device.blob, id.blob]
            )
        }
    }

    /// Stores the push of a device in place of the one before.
    func put(_ state: SyncState, _ db: SQLConnection) throws {
        try db.run(
            """
            INSERT INTO sync_push
                (app, device_id, user_id, provider, expires_at, due_at, epoch, retries, badge, sent_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (app, device_id) DO UPDATE SET user_id = excluded.user_id, provider = excluded.provider,
                expires_at = excluded.expires_at, due_at = excluded.due_at, epoch = excluded.epoch,
                retries = excluded.retries, badge = excluded.badge, sent_at = excluded.sent_at
            """,
            [
                app.bound, state.device.blob, state.user.rawValue, state.provider.rawValue,
                state.expiresAt.milliseconds,
            ] + state.moving
        )
    }

    private func move(from old: SyncState, to new: SyncState, _ db: SQLConnection) throws {
        try db.run(
            """
            UPDATE sync_push SET due_at = ?, epoch = ?, retries = ?, badge = ?, sent_at = ?
            WHERE due_at {same} ? AND epoch {same} ? AND retries = ? AND badge = ? AND sent_at {same} ?
                AND app = ? AND device_id = ? AND user_id = ? AND provider = ? AND expires_at = ?
            """,
            new.moving + old.moving + [
                app.bound, old.device.blob, old.user.rawValue, old.provider.rawValue, old.expiresAt.milliseconds,
            ]
        ).orFail()
    }

    private static let state = """
        s.device_id, s.user_id, s.provider, s.due_at, s.expires_at, s.epoch, s.retries, s.badge, s.sent_at
        """

    /// Pushes with their devices, counts and clears, by a condition whose first value is the app.
    private func syncs(_ condition: String, _ bindings: [SQLValue], _ db: SQLConnection) throws -> [DueSync] {
        var syncs = try db.all(
            """
            SELECT \(Self.state), v.user_id, v.sealed_token, v.environment, v.last_seen_at, v.platform, v.permission,
                v.state, COALESCE(b.unread, 0), COALESCE(b.unseen, 0), COALESCE(b.version, 0)
            FROM sync_push s
            CROSS JOIN device v ON v.app = s.app AND v.id = s.device_id
            LEFT JOIN badge b ON b.app = s.app AND b.user_id = s.user_id
            WHERE \(condition)
            """,
            [app.bound] + bindings,
            sync
        )
        for index in syncs.indices { syncs[index].clears = try clears(of: syncs[index].state, db) }
        return syncs
    }

    private func sync(_ row: SQLRow) throws -> DueSync {
        let state = try SyncState(row: row)
        let base = SyncState.width
        return DueSync(
            app: app,
            state: state,
            target: DueSync.Target(
                owner: try row.key(base),
                sealedToken: try row.bytes(base + 1),
                environment: try row.optionalText(base + 2),
                lastSeenAt: try row.time(base + 3),
                device: SyncFacts.TargetDevice(
                    id: state.device,
                    provider: state.provider,
                    platform: try row.word(base + 4),
                    permission: try row.word(base + 5),
                    state: try row.word(base + 6)
                )
            ),
            counts: InboxCounts(
                unread: try row.int(base + 7),
                unseen: try row.int(base + 8),
                version: try row.int(base + 9)
            ),
            clears: []
        )
    }

    /// What a push is to remove from the screen, the newest first.
    private func clears(of sync: SyncState, _ db: SQLConnection) throws -> [DueSync.Clear] {
        try db.all(
            """
            SELECT c.notification_id, COALESCE(n.replaces, n.id), n.collapse, \(DeliveryState.column(of: "d")), (
                SELECT {joined DISTINCT \(DeliveryState.column(of: "e"))} FROM notification m
                CROSS JOIN delivery e ON e.app = m.app AND e.notification_id = m.id AND e.device_id = c.device_id
                WHERE m.app = n.app AND m.user_id = n.user_id AND m.id > n.id
                    AND (m.collapse = n.collapse OR COALESCE(m.replaces, m.id) = COALESCE(n.replaces, n.id)))
            FROM sync_clear c
            LEFT JOIN notification n ON n.app = c.app AND n.id = c.notification_id AND n.user_id = ?3
            LEFT JOIN delivery d
                ON d.app = c.app AND d.notification_id = c.notification_id AND d.device_id = c.device_id
            WHERE c.app = ?1 AND c.device_id = ?2 ORDER BY c.notification_id DESC LIMIT ?4
            """,
            [app.bound, sync.device.blob, sync.user.rawValue, SyncPush.clearLimit]
        ) { row in
            let id: NotificationID = try row.id(0)
            let identity: NotificationID? = try row.optionalID(1)
            let collapse = try row.optionalText(2)
            let newer = try row.optionalText(4)?.split(separator: ",").compactMap {
                DeliveryState(rawValue: String($0))
            }
            return DueSync.Clear(
                id: id,
                push: identity.map { TaggedPush(id: id, identity: $0, collapse: collapse) },
                delivery: try row.optionalWord(3),
                newer: Set(newer ?? [])
            )
        }
    }
}

extension SyncState {
    /// How many columns ``init(row:)`` reads.
    fileprivate static let width = 9

    /// Reads the columns at the beginning of a row.
    fileprivate init(row: SQLRow) throws {
        self.init(
            device: try row.id(0),
            user: try row.key(1),
            provider: ProviderID(rawValue: try row.text(2)),
            dueAt: try row.optionalTime(3),
            expiresAt: try row.time(4),
            epoch: row.hasNull(atIndex: 5) ? nil : try row.int(5),
            retries: try row.int(6),
            carriesBadge: try row.flag(7),
            sentAt: try row.optionalTime(8)
        )
    }

    /// What a move writes, and expects to find.
    fileprivate var moving: [SQLValue] {
        [dueAt?.milliseconds, epoch, retries, carriesBadge ? 1 : 0, sentAt?.milliseconds]
    }
}
