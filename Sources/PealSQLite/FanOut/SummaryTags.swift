import GRDB
import PealCore

/// One summary on a person's screen, however many windows it takes (R163): a newer one takes the place of the one that
/// stands there and has not been looked at.
enum SummaryTags {
    /// What the push of a decision replaces: `nil` unless it is a summary, and one stands already.
    static func replaced(by decision: Decision, app: AppID, user: UserID, _ db: Database) throws -> NotificationID? {
        guard decision.push.isSend, decision.slot?.key == DigestSlot.summary else { return nil }
        return try db.first(
            """
            SELECT COALESCE(replaces, id) FROM notification
            WHERE app = ? AND user_id = ? AND slot = ? AND push = 'send' AND push_reason IS NULL
                AND seen_at IS NULL AND removed_at IS NULL
            ORDER BY slot_until DESC, id DESC LIMIT 1
            """,
            [app.rawValue, user.rawValue, DigestSlot.summary]
        ) { try $0.id(0) }
    }
}
