import GRDB
import PealCore
import PealStore

/// Leases what devices are to be told, and keeps what became of it.
enum DeviceSignals {
    /// Pushes one signal takes off the screen: as many as fit into the smallest push with the longest tags.
    static let clearedLimit = 24
    /// How long a clear waits for a push that is under way: it would overtake it.
    private static let overtakingWait = Duration.seconds(5)

    private struct Candidate {
        var signal: ClaimedSignal
        var tellsBadge: Bool
        var isReachable: Bool
    }

    static func claim(now: Timestamp, budget: ClaimBudget, epoch: Int, _ db: Connection) throws -> [ClaimedSignal] {
        var claimed: [ClaimedSignal] = []
        var left = budget
        let lanes = try DueWork.signalLanes(db).sorted { left, right in
            (budget.inFlight[left.app] ?? 0, left) < (budget.inFlight[right.app] ?? 0, right)
        }
        for lane in lanes {
            // Each round leases, postpones or ends all it reads, so it never reads the same again.
            while true {
                let room = left.room(of: lane, .low)
                guard room > 0 else { break }
                let due = try due(lane, now: now, limit: room, db)
                for candidate in due {
                    guard let signal = try settle(candidate, now: now, epoch: epoch, db) else { continue }
                    claimed.append(signal)
                    left.take(lane)
                }
                if due.isEmpty { break }
            }
        }
        return claimed
    }

    static func record(_ result: SignalResult, _ events: inout EventBatch, _ db: Connection) throws {
        let signal = result.signal
        let key: [Binding] = [signal.app.bound, signal.device.blob]
        guard
            try db.exists(
                "SELECT 1 FROM device_signal WHERE app = ? AND device_id = ? AND epoch = ?",
                key + [result.epoch]
            )
        else { return }
        if case .quarantine(let cause) = result.deviceChange,
            let device = try OutcomeRows(app: signal.app).device(signal.device, db),
            let change = device.quarantine(signal.device, for: cause, at: result.at)
        {
            try DeliveryChanges(app: signal.app).write(change, &events, db)
        }
        if let retryAt = result.retryAt {
            try db.run(
                """
                UPDATE device_signal SET epoch = NULL, retries = retries + 1, due_at = COALESCE(due_at, ?3),
                    badge = MAX(badge, ?4)
                WHERE app = ?1 AND device_id = ?2
                """,
                key + [retryAt.milliseconds, signal.cleared.isEmpty ? 1 : 0]
            )
            return
        }
        for push in signal.cleared {
            try db.run(
                "DELETE FROM device_clear WHERE app = ? AND device_id = ? AND notification_id = ?",
                key + [push.id.blob]
            )
        }
        // What did not fit, or came meanwhile, goes next.
        let hasMore = try db.exists("SELECT 1 FROM device_clear WHERE app = ? AND device_id = ? LIMIT 1", key)
        try db.run(
            """
            UPDATE device_signal SET epoch = NULL, due_at = COALESCE(due_at, ?3), told_at = ?4
            WHERE app = ?1 AND device_id = ?2
            """,
            key + [hasMore ? result.at.milliseconds : nil, result.at.milliseconds]
        )
    }

    /// What an older epoch was telling is told again: each signal is absolute.
    static func takeOver(_ db: Connection) throws {
        try db.run(
            "UPDATE device_signal SET epoch = NULL, due_at = COALESCE(due_at, 0), badge = 1 WHERE epoch IS NOT NULL"
        )
    }

    private static func due(_ lane: LaneKey, now: Timestamp, limit: Int, _ db: Connection) throws -> [Candidate] {
        try db.all(
            """
            SELECT s.app, s.device_id, s.user_id, s.provider, v.sealed_token, v.platform, v.environment, v.last_seen_at,
                COALESCE(b.unseen, 0), COALESCE(b.unread, 0), COALESCE(b.version, 0), s.retries, s.expires_at, s.badge,
                v.user_id = s.user_id, v.permission, v.state
            FROM device_signal s
            CROSS JOIN device v ON v.app = s.app AND v.id = s.device_id
            LEFT JOIN badge b ON b.app = s.app AND b.user_id = s.user_id
            WHERE s.epoch IS NULL AND s.app = ? AND s.provider = ? AND s.due_at <= ? ORDER BY s.due_at LIMIT ?
            """,
            [lane.app.bound, lane.provider.rawValue, now.milliseconds, limit]
        ) { row in
            let device = SyncFacts.TargetDevice(
                id: try row.id(1),
                provider: ProviderID(rawValue: try row.text(3)),
                platform: try row.word(5),
                permission: try row.word(15),
                state: try row.word(16)
            )
            return Candidate(
                signal: ClaimedSignal(
                    device: try row.id(1),
                    app: try row.key(0),
                    userID: try row.key(2),
                    provider: ProviderID(rawValue: try row.text(3)),
                    sealedToken: try row.bytes(4),
                    platform: try row.word(5),
                    environment: try row.optionalText(6),
                    deviceLastSeenAt: try row.time(7),
                    unseen: try row.int(8),
                    unread: try row.int(9),
                    badgeVersion: try row.int(10),
                    cleared: [],
                    retriesUsed: try row.int(11),
                    expiresAt: try row.time(12)
                ),
                tellsBadge: try row.flag(13),
                isReachable: try row.flag(14) && device.canSync
            )
        }
    }

    /// Leases a signal; `nil` when there is nothing to tell any more, or not yet.
    private static func settle(_ candidate: Candidate, now: Timestamp, epoch: Int, _ db: Connection) throws
        -> ClaimedSignal?
    {
        var signal = candidate.signal
        let key: [Binding] = [signal.app.bound, signal.device.blob]
        guard candidate.isReachable, signal.expiresAt > now else {
            try db.run("DELETE FROM device_clear WHERE app = ? AND device_id = ?", key)
            try db.run("DELETE FROM device_signal WHERE app = ? AND device_id = ?", key)
            return nil
        }
        let (cleared, waits) = try clears(of: signal, db)
        signal.cleared = cleared
        guard !cleared.isEmpty || candidate.tellsBadge else {
            try db.run(
                "UPDATE device_signal SET due_at = ? WHERE app = ? AND device_id = ?",
                [waits ? (now + overtakingWait).milliseconds : nil] + key
            )
            return nil
        }
        try db.run(
            "UPDATE device_signal SET epoch = ?, due_at = NULL, badge = 0 WHERE app = ? AND device_id = ?",
            [epoch] + key
        )
        return signal
    }

    /// The pushes to take off a device's screen, the newest first; those it never got, or that a newer one has replaced
    /// there, are forgotten.
    private static func clears(of signal: ClaimedSignal, _ db: Connection) throws -> (now: [ClearedPush], waits: Bool) {
        let found = try db.all(
            """
            SELECT c.notification_id, COALESCE(n.replaces, n.id), n.collapse, d.state,
                EXISTS (
                    SELECT 1 FROM notification m
                    CROSS JOIN delivery e ON e.app = m.app AND e.notification_id = m.id AND e.device_id = c.device_id
                    WHERE m.app = n.app AND m.user_id = n.user_id AND m.id > n.id
                        AND (m.collapse = n.collapse OR COALESCE(m.replaces, m.id) = COALESCE(n.replaces, n.id))
                        AND e.state IN ('accepted', 'unknown', 'sending'))
            FROM device_clear c
            LEFT JOIN notification n ON n.app = c.app AND n.id = c.notification_id AND n.user_id = ?3
            LEFT JOIN delivery d
                ON d.app = c.app AND d.notification_id = c.notification_id AND d.device_id = c.device_id
            WHERE c.app = ?1 AND c.device_id = ?2 ORDER BY c.notification_id DESC LIMIT \(SyncPush.clearLimit)
            """,
            [signal.app.bound, signal.device.blob, signal.userID.rawValue]
        ) { row in
            let id: NotificationID = try row.id(0)
            let state: DeliveryState? = try row.optionalWord(3)
            let push =
                row.hasNull(atIndex: 1)
                ? nil : ClearedPush(id: id, identity: try row.id(1), collapse: try row.optionalText(2))
            return (id: id, push: push, state: state, isReplaced: try row.flag(4))
        }
        var result: (now: [ClearedPush], waits: Bool) = ([], false)
        for item in found {
            switch item.state {
            case .sending: result.waits = true
            case .accepted where !item.isReplaced, .unknown where !item.isReplaced:
                if let push = item.push, result.now.count < clearedLimit { result.now.append(push) }
            default:
                try db.run(
                    "DELETE FROM device_clear WHERE app = ? AND device_id = ? AND notification_id = ?",
                    [signal.app.bound, signal.device.blob, item.id.blob]
                )
            }
        }
        return result
    }
}
