import PealCore

extension AppRows {
    /// Changes a notification, and keeps the badge; whether it is there.
    @discardableResult
    mutating func update(_ id: NotificationID, _ change: (inout NotificationRow) throws -> Void) rethrows -> Bool {
        guard let before = notifications[id] else { return false }
        var after = before
        try change(&after)
        notifications.put(after)
        if before.badgeFacts != after.badgeFacts { countBadge(of: after.user, from: before, to: after) }
        return true
    }

    /// Inserts a notification that is not there yet.
    mutating func insert(_ row: NotificationRow) {
        notifications.put(row)
        guard row.isShown else { return }
        if badges[row.user] == nil { badges[row.user] = InboxCounts(unread: 0, unseen: 0, version: 0) }
        countBadge(of: row.user, from: nil, to: row)
    }

    /// Counts what a row takes from the badge, and what it adds.
    ///
    /// A user who was never shown anything has no badge.
    mutating func countBadge(of user: UserID, from before: NotificationRow?, to after: NotificationRow?) {
        badges[user]?.version += 1
        badges[user]?.unseen += (after?.isUnseen ?? 0) - (before?.isUnseen ?? 0)
        badges[user]?.unread += (after?.isUnread ?? 0) - (before?.isUnread ?? 0)
    }

    func badge(of user: UserID) -> InboxCounts { badges[user] ?? InboxCounts(unread: 0, unseen: 0, version: 0) }
}

extension NotificationRow {
    fileprivate var isUnseen: Int { isShown && seenAt == nil ? 1 : 0 }
    fileprivate var isUnread: Int { isShown && readAt == nil ? 1 : 0 }
    /// What the version of the badge counts.
    fileprivate var badgeFacts: [Bool] {
        [seenAt == nil, readAt == nil, removal == nil, inApp == .show, isAlert]
    }
}
