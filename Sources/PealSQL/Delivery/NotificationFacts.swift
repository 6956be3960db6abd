import PealCore

/// The columns that rules about a push are given.
enum NotificationFacts {
    /// What ``PushRelevance`` reads, of a table.
    static func columns(of table: String) -> String {
        "\(table).expires_at, \(table).read_at, \(table).dismissed_at, \(table).removed_at, \(table).push_reason"
    }

    /// What ``PushWorth`` reads at an instant, of a table: what many rows can be grouped by.
    static func worth(of table: String, now: String) -> String {
        "\(isResolved(table)), \(table).expires_at <= \(now), \(table).push_reason"
    }

    /// Whether the user has dealt with it, of a table.
    static func isResolved(_ table: String) -> String {
        "(\(table).read_at IS NOT NULL OR \(table).dismissed_at IS NOT NULL OR \(table).removed_at IS NOT NULL)"
    }
}

extension PushRelevance {
    /// Reads ``NotificationFacts/columns(of:)``.
    init(row: SQLRow, at base: Int) throws {
        self.init(
            expiresAt: try row.time(base),
            isRead: !row.hasNull(atIndex: base + 1),
            isDismissed: !row.hasNull(atIndex: base + 2),
            isRemoved: !row.hasNull(atIndex: base + 3),
            stopReason: try row.optionalWord(base + 4)
        )
    }
}

extension PushWorth {
    /// Reads ``NotificationFacts/worth(of:now:)``.
    init(row: SQLRow, at base: Int) throws {
        self.init(
            isResolved: try row.flag(base),
            isExpired: try row.flag(base + 1),
            stopReason: try row.optionalWord(base + 2)
        )
    }
}
