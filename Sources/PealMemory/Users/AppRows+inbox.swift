import PealCore
import PealStore

extension AppRows {
    /// A row of the inbox.
    func item(_ row: NotificationRow) -> InboxItem? {
        guard let trigger = triggers[row.trigger] else { return nil }
        let deliveries = deliveries.rows(in: .notification(row.id))
        var item = InboxItem(
            id: row.id,
            triggerID: row.trigger,
            type: trigger.trigger.type,
            category: row.category,
            content: content(of: row),
            priority: row.priority,
            pushes: row.push.reachesDevices,
            deliveryStates: Set(deliveries.map(\.state)),
            createdAt: row.createdAt,
            contentVersion: trigger.trigger.catalogVersion
        )
        item.entity = trigger.trigger.entity
        item.parent = trigger.parent
        item.root = trigger.root
        item.isAlert = row.isAlert
        item.acceptedAt = deliveries.compactMap(\.acceptedAt).min()
        item.deliveredAt = row.receivedAt
        item.seenAt = row.seenAt
        item.readAt = row.readAt
        item.sealedData = trigger.sealedData
        return item
    }

    func item(_ id: NotificationID, of user: UserID, onlyShown: Bool) -> InboxItem? {
        guard let row = notifications[id], row.user == user, row.isShown || !onlyShown else { return nil }
        return item(row)
    }

    /// Counts and the badge, less the rows decided before `since` that are no alerts.
    func counts(of user: UserID, since: Timestamp?) -> InboxCounts {
        var counts = badge(of: user)
        guard let since, counts.unread > 0 else { return counts }
        let old = notifications.rows(in: .user(user)).filter { $0.isShown && !$0.isAlert && $0.createdAt < since }
        counts.unread -= old.count { $0.readAt == nil }
        counts.unseen -= old.count { $0.seenAt == nil }
        return counts
    }

    /// What marks of a user's notifications are planned from, the newest first.
    func rows(_ selection: InboxSelection, of user: UserID, before last: NotificationID?, limit: Int) -> [InboxRow] {
        let selected = notifications.rows(in: .user(user)).reversed().filter { row in
            isSelected(row, by: selection) && last.map { row.id < $0 } ?? true
        }
        return selected.prefix(limit).map { row in
            InboxRow(
                id: row.id,
                state: row.state,
                isHidden: row.inApp != .show,
                expiresAt: row.expiresAt,
                push: row.push.mayBeResolved ? recipient(row) : nil
            )
        }
    }

    /// Changes the inbox of a user; whether it was as expected.
    mutating func write(_ update: InboxUpdate, of user: UserID) -> Bool {
        switch update {
        case .mark(let id, from: let old, to: let new, on: let device):
            guard let row = notifications[id], row.user == user, row.state == old else { return false }
            self.update(id) { $0.state = new }
            let subject = device.map { Event.Subject.delivery(DeliveryID(notification: id, device: $0)) }
            for kind in old.events(to: new) {
                add(kind, user: user, subject ?? .notification(id), new.detail(of: kind))
            }
        case .announce: addInbox(of: user)
        case .endConfirmations: endConfirmations(of: user)
        }
        return true
    }
}

extension NotificationRow {
    /// What its user has done with it.
    var state: InboxState {
        get {
            InboxState(
                seenAt: seenAt,
                readAt: readAt,
                receivedAt: receivedAt,
                openedAt: openedAt,
                dismissedAt: dismissedAt,
                acknowledgedAt: acknowledgedAt,
                removal: removal,
                isAlert: isAlert
            )
        }
        set {
            (seenAt, readAt, receivedAt) = (newValue.seenAt, newValue.readAt, newValue.receivedAt)
            (openedAt, dismissedAt) = (newValue.openedAt, newValue.dismissedAt)
            acknowledgedAt = newValue.acknowledgedAt
            (removal, isAlert) = (newValue.removal, newValue.isAlert)
        }
    }
}

extension AppRows {
    private func isSelected(_ row: NotificationRow, by selection: InboxSelection) -> Bool {
        switch selection {
        case .one(let id): row.id == id
        case .unseen(let scope): row.isShown && row.seenAt == nil && isInside(row, scope)
        case .unread(let scope): row.isShown && row.readAt == nil && isInside(row, scope)
        case .shown(let scope): row.isShown && isInside(row, scope)
        case .archived(let scope):
            row.inApp == .show && row.removal?.kind == .archived && isInside(row, scope)
        case .open(let thread):
            row.content.thread.isSame(as: thread) && (row.readAt == nil || row.isAlert || row.heldUntil != nil)
        }
    }

    private func isInside(_ row: NotificationRow, _ scope: InboxScope) -> Bool {
        (scope.category.map { $0 == row.category } ?? true)
            && (scope.thread.map { row.content.thread.isSame(as: $0) } ?? true)
            && (scope.link.map { Self.leads(row.content.link, to: $0) } ?? true)
            && (scope.since.map { row.createdAt >= $0 } ?? true) && (scope.before.map { row.createdAt < $0 } ?? true)
            && (scope.entity.map { triggers[row.trigger]?.trigger.entity == $0 } ?? true)
    }

    private static func leads(_ link: String, to screen: String) -> Bool {
        TextKey(link) == TextKey(screen) || link.utf8.starts(with: "\(screen)?".utf8)
    }
}
