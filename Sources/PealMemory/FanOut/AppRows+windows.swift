import PealCore
import PealStore

extension AppRows {
    /// What waits in digest windows that are due.
    func dueItems(now: Timestamp) -> [NotificationRow] {
        notifications.rows(in: .digested).filter { ($0.heldUntil ?? now) <= now }
    }

    /// What waits in one window that is due, the oldest first.
    func items(of window: DueWindow, now: Timestamp) -> [NotificationRow] {
        items(of: window.userID, window.windowKey, now: now)
    }

    private func items(of user: UserID, _ windowKey: String, now: Timestamp) -> [NotificationRow] {
        notifications.rows(in: .user(user)).filter { row in
            row.push == .digested && row.isInWindow(windowKey) && (row.heldUntil ?? now) <= now
        }
    }

    private struct UserWindow: Hashable, Comparable {
        var user: UserID
        var windowKey: TextKey

        static func < (left: UserWindow, right: UserWindow) -> Bool {
            (left.user, left.windowKey) < (right.user, right.windowKey)
        }
    }

    /// The windows of the items that are due first.
    func dueWindows(now: Timestamp, limit: Int) -> [DueWindow] {
        let due = dueItems(now: now).map { row in
            (
                at: row.heldUntil ?? now,
                window: UserWindow(user: row.user, windowKey: TextKey(row.digestWindow?.key ?? ""))
            )
        }
        let first = due.sorted { ($0.at, $0.window) < ($1.at, $1.window) }.prefix(limit)
        return Set(first.map(\.window)).sorted().map { window(of: $0.user, $0.windowKey.rawValue, now: now) }
    }

    private func window(of user: UserID, _ windowKey: String, now: Timestamp) -> DueWindow {
        let items = items(of: user, windowKey, now: now)
        let closesAt = items.compactMap { $0.digestWindow?.closesAt }.min() ?? now
        let openers = pushes(openedBy: user, windowKey, closesAt: closesAt).map { row in
            DigestOpener(
                id: row.id,
                trigger: row.trigger,
                replaces: row.replaces,
                state: row.push,
                worth: row.relevance.worth(at: now)
            )
        }
        return DueWindow(
            app: app,
            userID: user,
            windowKey: windowKey,
            closesAt: closesAt,
            items: Self.groups(of: items, now: now),
            opener: DigestOpener.replaced(of: openers)
        )
    }

    /// Alike items, in an order of their own.
    private static func groups(of items: [NotificationRow], now: Timestamp) -> [DigestItemGroup] {
        var groups: [DigestItemGroup] = []
        for item in items {
            let worth = item.relevance.worth(at: now)
            if let index = groups.firstIndex(where: { $0.worth == worth }) {
                groups[index].count += 1
                groups[index].newest = max(groups[index].newest, item.id)
            } else {
                groups.append(DigestItemGroup(worth: worth, count: 1, newest: item.id))
            }
        }
        return groups.sorted { $0.newest < $1.newest }
    }

    /// What left when a window opened.
    private func pushes(openedBy user: UserID, _ windowKey: String, closesAt: Timestamp) -> [NotificationRow] {
        notifications.rows(in: .user(user)).filter { row in
            row.pushedAt != nil && row.isInWindow(windowKey) && row.digestWindow?.closesAt == closesAt
        }
    }

    /// Moves a window that is due, with what was pushed when it opened: what comes meanwhile finds it open and joins it.
    mutating func postpone(_ window: DueWindow, dueAt now: Timestamp, until instant: Timestamp) {
        let items = items(of: window, now: now)
        guard !items.isEmpty else { return }
        for row in pushes(openedBy: window.userID, window.windowKey, closesAt: window.closesAt) + items {
            update(row.id) { row in
                row.digestWindow?.closesAt = instant
                if row.push == .digested { row.heldUntil = instant }
            }
        }
    }

    /// Ends the items of a window; whether they are those that were read.
    mutating func close(_ closed: ClosedWindow) -> Bool {
        let window = closed.window
        let waiting = items(of: window, now: closed.at)
        guard Set(Self.groups(of: waiting, now: closed.at)) == Set(window.items) else { return false }
        if var representative = closed.representative {
            representative.from = .digested
            guard redecide(representative) else { return false }
        }
        if closed.isClosed {
            let representative = closed.representative.map { Event.Subject.notification($0.id) }
            add(.digestClosed, user: window.userID, representative ?? .none)
        }
        for row in waiting where row.id != closed.representative?.id {
            let worth = row.relevance.worth(at: closed.at)
            guard let ending = closed.endings.first(where: { $0.worth == worth }) else { continue }
            update(row.id) { row in
                row.push = ending.state
                row.heldUntil = nil
                row.representative = closed.representative?.id
                row.reason = ending.reason
                row.trace.steps += ending.trace.steps
            }
        }
        return true
    }
}
