import GRDB
import PealCore

/// Looks again at once at what quiet hours hold for a person whose quiet hours or zone have changed (R087, R088).
///
/// What waits for something else keeps its time. Only the time is moved: the release decides, and holds on what is still
/// within quiet hours.
enum HeldAgain {
    /// Pushes that one change brings forward, the oldest; more than anybody is held in a night.
    private static let limit = 1_000

    /// Brings forward what waits for a user; whether anything is due.
    static func look(at user: UserID, app: AppID, now: Timestamp, _ db: Database) throws -> Bool {
        let isDue = try LocalWaits.bringForward(user, app: app, now: now, db)
        let brought = try db.run(
            """
            UPDATE notification SET held_until = ?3 WHERE app = ?1 AND id IN (
                SELECT id FROM notification
                WHERE app = ?1 AND user_id = ?2 AND push = 'hold' AND hold_stage = ?4 AND held_until > ?3
                ORDER BY id LIMIT ?5)
            """,
            [app.rawValue, user.rawValue, now.milliseconds, Stage.quietHours.rawValue, limit]
        )
        return isDue || brought > 0
    }

    /// The zone of the device that was heard of last, of those that say one: it counts where the person has set none.
    static func deviceZone(of user: UserID, app: AppID, _ db: Database) throws -> String? {
        try db.value(
            String.self,
            """
            SELECT time_zone FROM device
            WHERE app = ? AND user_id = ? AND state = 'active' AND time_zone IS NOT NULL
            ORDER BY last_seen_at DESC, id LIMIT 1
            """,
            [app.rawValue, user.rawValue]
        )
    }

    /// Makes a change to a user's devices, and looks again when it has moved them to another zone; with the change's
    /// result, whether anything is due.
    ///
    /// A device that leaves moves nobody: who logs out may be about to log in elsewhere, and nothing could be sent now.
    static func following<Value>(
        _ user: UserID,
        app: AppID,
        now: Timestamp,
        _ db: Database,
        _ change: () throws -> Value
    ) throws -> (value: Value, isDue: Bool) {
        let before = try deviceZone(of: user, app: app, db)
        let value = try change()
        let after = try deviceZone(of: user, app: app, db)
        guard after != nil, after != before else { return (value, false) }
        return (value, try look(at: user, app: app, now: now, db))
    }
}
