import PealCore

extension AppRows {
    /// What is known of a notification; `nil` when there is none.
    func actionFacts(of id: NotificationID) -> ActionFacts? {
        notifications[id].map { row in
            ActionFacts(
                user: row.user,
                createdAt: row.createdAt,
                hiddenBy: row.inApp.hidingReason,
                removal: row.removal?.kind,
                record: actions[id]?.record
            )
        }
    }

    /// Stores an action; whether the notification is the user's, and what was stored of it is as it was read.
    mutating func write(_ change: ActionChange) -> Bool {
        guard let facts = actionFacts(of: change.notification), facts.user == change.user, facts.acceptsActions,
            facts.record == change.before
        else { return false }
        actions.put(ActionRow(key: change.notification, record: change.after))
        add(.replyReceived, user: change.user, .notification(change.notification), change.detail)
        return true
    }

    /// The latest action of each of a user's notifications, the newest notification first.
    func heldActions(of user: UserID, limit: Int) -> [HeldAction] {
        let taken = notifications.keys(in: .user(user)).reversed().compactMap { id in
            actions[id].map { HeldAction(notification: id, taken: $0.record.latest) }
        }
        return Array(taken.prefix(limit))
    }
}

extension InAppResult {
    /// Why the inbox does not show it; `nil` when it does.
    fileprivate var hidingReason: Reason? { if case .hide(let reason) = self { reason } else { nil } }
}
