import PealCore

/// Reserves and releases quota of sender limits (R160).
struct QuotaRows {
    var app: AppID

    /// Expired counts deleted for each new one, so that they never pile up.
    private static let sweptCounts = 16
    /// How long a count outlives its window: a clock that is set back a little finds it again.
    private static let clockMargin = Duration.seconds(3_600)

    /// Counts a trigger in windows.
    /// - Throws: ``GuardFailed`` when one of them has no quota left.
    func reserve(_ reservation: QuotaReservation, for id: TriggerID, _ db: SQLConnection) throws {
        for reserved in reservation.reservations {
            guard Quota(used: try used(reserved, db)).next(on: .reserve(max: reserved.limit.max)) != nil else {
                throw GuardFailed()
            }
            try take(reserved, for: id, acceptedAt: reservation.acceptedAt, db)
        }
    }

    private func take(
        _ reserved: QuotaPlan.Reservation,
        for id: TriggerID,
        acceptedAt: Timestamp,
        _ db: SQLConnection
    ) throws {
        let key: [SQLValue] = [app.bound, reserved.limit.id, reserved.key, reserved.window.start.milliseconds]
        let isKnown = try db.run(
            """
            UPDATE limit_count SET used = used + 1, window_end = CASE WHEN window_end < ?5 THEN ?5 ELSE window_end END
            WHERE app = ?1 AND limit_id = ?2 AND scope_key = ?3 AND window_start = ?4
            """,
            key + [reserved.window.end.milliseconds]
        )
        if isKnown == 0 {
            try db.run(
                """
                INSERT INTO limit_count (app, limit_id, scope_key, window_start, window_end, used)
                VALUES (?, ?, ?, ?, ?, 1)
                """,
                key + [reserved.window.end.milliseconds]
            )
            try sweep(now: acceptedAt, db)
        }
        try db.run(
            "INSERT INTO limit_reservation (app, trigger_id, limit_id, scope_key, window_start) VALUES (?, ?, ?, ?, ?)",
            [app.bound, id.blob, reserved.limit.id, reserved.key, reserved.window.start.milliseconds]
        )
    }

    /// Releases the quota of a trigger; the count of a window that is over may be swept already.
    func release(of id: TriggerID, _ db: SQLConnection) throws {
        let key: [SQLValue] = [app.bound, id.blob]
        let windows = try db.all(
            "DELETE FROM limit_reservation WHERE app = ? AND trigger_id = ? RETURNING limit_id, scope_key, window_start",
            key
        ) { row -> [SQLValue] in [try row.text(0), try row.text(1), try row.time(2).milliseconds] }
        for bindings in windows {
            try db.run(
                """
                UPDATE limit_count SET used = used - 1
                WHERE app = ? AND limit_id = ? AND scope_key = ? AND window_start = ? AND used > 0
                """,
                [app.bound] + bindings
            )
        }
    }

    /// The windows of a limit that begin after an instant, as far as any trigger counts in them.
    func uses(of windows: QuotaWindows, after instant: Timestamp, except own: TriggerID?, _ db: SQLConnection) throws
        -> QuotaFacts.Uses
    {
        let uses = try db.all(
            """
            SELECT c.window_start, c.window_end, c.used, EXISTS (
                SELECT 1 FROM limit_reservation p WHERE p.app = c.app AND p.trigger_id = ?5 AND p.limit_id = c.limit_id
                    AND p.scope_key = c.scope_key AND p.window_start = c.window_start)
            FROM limit_count c
            WHERE c.app = ?1 AND c.limit_id = ?2 AND c.scope_key = ?3 AND c.window_start > ?4
            """,
            [app.bound, windows.limit, windows.key, instant.milliseconds, own?.blob]
        ) { row in
            let (start, end) = (try row.time(0), try row.time(1))
            return QuotaUse(window: start..<max(start, end), used: try row.int(2), isOwn: try row.flag(3))
        }
        return QuotaFacts.Uses(after: instant, windows: uses)
    }

    /// Triggers that count in windows that overlap one; no window is longer than the unit's longest.
    private func used(_ reserved: QuotaPlan.Reservation, _ db: SQLConnection) throws -> Int {
        try db.value(
            Int.self,
            """
            SELECT SUM(used) FROM limit_count
            WHERE app = ? AND limit_id = ? AND scope_key = ? AND window_start > ? AND window_start < ?
                AND window_end > ?
            """,
            [
                app.bound, reserved.limit.id, reserved.key,
                (reserved.window.start - reserved.limit.per.longest).milliseconds, reserved.window.end.milliseconds,
                reserved.window.start.milliseconds,
            ]
        ) ?? 0
    }

    private func sweep(now: Timestamp, _ db: SQLConnection) throws {
        let expired = try db.all(
            "SELECT app, limit_id, scope_key, window_start FROM limit_count WHERE window_end <= ? LIMIT ?",
            [(now - Self.clockMargin).milliseconds, Self.sweptCounts]
        ) { row -> [SQLValue] in
            [try row.decode(Int64.self, atIndex: 0), try row.text(1), try row.text(2), try row.time(3).milliseconds]
        }
        for key in expired {
            try db.run(
                "DELETE FROM limit_count WHERE app = ? AND limit_id = ? AND scope_key = ? AND window_start = ?",
                key
            )
        }
    }
}
