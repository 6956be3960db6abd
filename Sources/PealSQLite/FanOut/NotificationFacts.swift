import GRDB
import PealCore

/// What `PushRelevance` reads of a notification's row, and the same predicate as SQL for statements that filter many rows.
///
/// A test holds both together over every combination of facts.
enum NotificationFacts {
    /// What ``PushRelevance`` reads, of a table.
    static func columns(of table: String) -> String {
        "\(table).expires_at, \(table).read_at, \(table).dismissed_at, \(table).removed_at, \(table).push_reason"
    }

    /// Whether the user has done something with a row of a table that makes its push needless.
    static func isResolved(_ table: String) -> String {
        "(\(table).read_at IS NOT NULL OR \(table).dismissed_at IS NOT NULL OR \(table).removed_at IS NOT NULL)"
    }

    /// Whether a row of a table is neither resolved nor expired, whatever was decided about its push.
    static func isLive(_ table: String, now: String) -> String {
        """
        \(table).read_at IS NULL AND \(table).dismissed_at IS NULL AND \(table).removed_at IS NULL
        AND \(table).expires_at > \(now)
        """
    }

    /// Whether the push of a row of a table is worth sending.
    static func isWorthPushing(_ table: String, now: String) -> String {
        "\(isLive(table, now: now)) AND \(table).push_reason IS NULL"
    }

    /// The rows of a table that an obstacle keeps from being pushed; `nil` are those worth pushing.
    static func filter(_ obstacle: Reason?, _ table: String, now: String) -> String {
        switch obstacle {
        case nil: isWorthPushing(table, now: now)
        case .expired: "NOT \(isResolved(table)) AND \(table).expires_at <= \(now)"
        default: isResolved(table)
        }
    }
}

extension PushRelevance {
    /// Reads ``NotificationFacts/columns(of:)``.
    init(row: Row, at base: Int) throws {
        self.init(
            expiresAt: try row.time(base),
            isRead: !row.hasNull(atIndex: base + 1),
            isDismissed: !row.hasNull(atIndex: base + 2),
            isRemoved: !row.hasNull(atIndex: base + 3),
            stopReason: try row.optionalWord(base + 4)
        )
    }
}
