import PealCore
import PealStore

extension AppRows {
    /// A row of the inbox.
    func item(_ row: NotificationRow) -> InboxItem? {
        guard let trigger = triggers[row.trigger] else { return nil }
        let deliveries = deliveries.rows(in: .notification(row.id))
        return InboxItem(
            id: row.id,
            triggerID: row.trigger,
            type: trigger.trigger.type,
            category: row.category,
            entity: trigger.trigger.entity,
            parent: trigger.parent,
            content: row.content,
            priority: row.priority,
            pushes: row.isSent || row.push == .held,
            deliveryStates: Set(deliveries.map(\.state)),
            isAlert: row.isAlert,
            createdAt: row.createdAt,
            deliveredAt: deliveries.compactMap(\.acceptedAt).min(),
            seenAt: row.seenAt,
            readAt: row.readAt,
            contentVersion: trigger.trigger.catalogVersion
        )
    }

    func item(_ id: NotificationID, of user: UserID, onlyShown: Bool) -> InboxItem? {
        guard let row = notifications[id], row.user == user, row.isShown || !onlyShown else { return nil }
        return item(row)
    }

    /// Changes rows, stops pushes that are not needed any more, and tells the user's other devices; the changed rows.
    mutating func mark(
        as mark: InboxMark,
        of user: UserID,
        by act: InboxAct,
        where isMeant: (NotificationRow) -> Bool
    ) -> [NotificationRow] {
        let before = badge(of: user)
        let rows = notifications.rows(in: .user(user)).filter(isMeant)
        for row in rows { update(row.id) { $0.mark(mark, at: act.now) } }
        let touched = rows.compactMap { notifications[$0.id] }
        guard let first = touched.map(\.createdAt).min(), mark != .received else { return touched }
        guard mark != .unread else {
            tell(devicesOf: user, act, clearing: [], before: before, since: first)
            return touched
        }
        for row in touched where row.mayPush(at: act.now) && !row.isPinned {
            if mark != .seen || row.push == .held && row.holdStage == .device { _ = stop(row.id, now: act.now) }
        }
        // What the user had done nothing with is what other screens may still show. Whoever opens the app has seen the
        // list: that alone takes nothing critical off another screen.
        let clearing = zip(rows, touched).filter { old, new in
            old.seenAt == nil && !new.isPinned && !(mark == .seen && new.priority == .critical)
        }
        tell(devicesOf: user, act, clearing: clearing.map(\.0.id), before: before, since: first)
        return touched
    }

    /// Whether a push is held or pending.
    func isPushing(_ row: NotificationRow) -> Bool {
        row.push == .held
            || row.push == .sending && deliveries.rows(in: .notification(row.id)).contains(where: \.isOpen)
    }

    /// Stops a push whose user has dealt with it on another device; whether there was anything.
    mutating func stop(_ id: NotificationID, now: Timestamp) -> Bool {
        guard let recipient = recipient(id) else { return false }
        let plan = ResolvedElsewhere(of: recipient, now: now)
        for change in plan.changes { _ = write(change, of: recipient.user) }
        return plan.isStopped
    }
}

extension NotificationRow {
    /// An alert stays on every screen until it is acknowledged (R147).
    fileprivate var isPinned: Bool { isAlert && removal == nil }

    /// Whether a push of it may still wait.
    fileprivate func mayPush(at now: Timestamp) -> Bool { push == .held || push == .sending && expiresAt > now }

    /// Whether a mark would change it; what a device tells of a push holds without an inbox row, too.
    func isChanged(by mark: InboxMark) -> Bool {
        switch mark {
        case .seen: isShown && seenAt == nil
        case .read: isShown && readAt == nil
        case .unread: isShown && readAt != nil
        case .received: receivedAt == nil
        case .opened: openedAt == nil || readAt == nil
        case .dismissed: dismissedAt == nil
        case .acknowledged: isShown && (acknowledgedAt == nil || readAt == nil || isAlert)
        case .deleted, .archived: isShown
        }
    }

    fileprivate mutating func mark(_ mark: InboxMark, at now: Timestamp) {
        switch mark {
        case .seen: seenAt = now
        case .read: look(at: now)
        case .unread: readAt = nil
        case .received: receivedAt = now
        case .opened:
            openedAt = openedAt ?? now
            look(at: now)
        case .dismissed:
            dismissedAt = now
            seenAt = seenAt ?? now
        case .acknowledged:
            acknowledgedAt = acknowledgedAt ?? now
            isAlert = false
            look(at: now)
        case .deleted: removal = Removal(at: now, cause: .deleted)
        case .archived: removal = Removal(at: now, cause: .archived)
        }
    }

    private mutating func look(at now: Timestamp) {
        seenAt = seenAt ?? now
        readAt = readAt ?? now
    }
}
