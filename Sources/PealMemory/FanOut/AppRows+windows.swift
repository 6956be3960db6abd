import PealCore
import PealStore

extension AppRows {
    /// What waits in digest windows that are due.
    func dueItems(now: Timestamp) -> [NotificationRow] {
        notifications.rows(in: .digested).filter { ($0.heldUntil ?? now) <= now }
    }

    /// What waits in one window that is due, the oldest first.
    func items(of window: DueWindow, now: Timestamp) -> [NotificationRow] {
        items(of: window.userID, window.slot, now: now)
    }

    private func items(of user: UserID, _ slot: String, now: Timestamp) -> [NotificationRow] {
        notifications.rows(in: .user(user)).filter { row in
            row.push == .digested && row.isInSlot(slot) && (row.heldUntil ?? now) <= now
        }
    }

    private struct Place: Hashable, Comparable {
        var user: UserID
        var slot: TextKey

        static func < (left: Place, right: Place) -> Bool { (left.user, left.slot) < (right.user, right.slot) }
    }

    /// The windows of the items that are due first.
    func dueWindows(now: Timestamp, limit: Int) -> [DueWindow] {
        let due = dueItems(now: now).map { row in
            (at: row.heldUntil ?? now, place: Place(user: row.user, slot: TextKey(row.slot?.key ?? "")))
        }
        let first = due.sorted { ($0.at, $0.place) < ($1.at, $1.place) }.prefix(limit)
        return Set(first.map(\.place)).sorted().map { window(of: $0.user, $0.slot.rawValue, now: now) }
    }

    private func window(of user: UserID, _ slot: String, now: Timestamp) -> DueWindow {
        let items = items(of: user, slot, now: now)
        let worth = items.filter { $0.relevance.isWorthPushing(at: now) }
        let closesAt = items.compactMap { $0.slot?.closesAt }.min()
        // A summary replaces also one that was stopped, or that replaced another.
        let isSummary = TextKey(slot) == TextKey(DigestSlot.summary)
        let opener = notifications.rows(in: .user(user)).first { row in
            row.isSent && row.isInSlot(slot) && row.slot?.closesAt == closesAt && row.isLive(at: now)
                && (isSummary || row.replaces == nil && row.reason == nil)
        }
        return DueWindow(
            app: app,
            userID: user,
            slot: slot,
            count: worth.count,
            total: items.count,
            opener: opener?.id,
            newest: worth.last?.id
        )
    }

    /// Moves a window that is due, with what was pushed when it opened: what comes meanwhile finds it open and joins it.
    mutating func postpone(_ window: DueWindow, now: Timestamp, until instant: Timestamp) {
        let items = items(of: window, now: now)
        let closesAt = items.compactMap { $0.slot?.closesAt }.min()
        let openers = notifications.rows(in: .user(window.userID)).filter { row in
            row.isSent && row.isInSlot(window.slot) && row.slot?.closesAt == closesAt
        }
        for row in items + openers {
            update(row.id) { row in
                row.slot?.closesAt = instant
                if row.push == .digested { row.heldUntil = instant }
            }
        }
    }

    /// Ends every item of a window with its digest; does nothing when the items are not those that were decided about.
    mutating func close(_ closed: ClosedWindow) {
        let window = closed.window
        let waiting = items(of: window, now: closed.at)
        let worth = waiting.count { $0.relevance.isWorthPushing(at: closed.at) }
        guard !waiting.isEmpty, worth == window.count, waiting.count == window.total else { return }
        // As many items as were counted may be others, when some were cancelled and some came back.
        if let carrier = closed.carrier, !write(carrier, from: .digested) { return }
        if !closed.leavesOthers || window.count <= 1 {
            let representative = closed.carrier.map { Event.Subject.notification($0.id) }
            add(.digestClosed, user: window.userID, representative ?? .none)
        }
        let others = window.contents.others(
            hasRepresentative: closed.carrier != nil,
            isSeparate: closed.leavesOthers
        )
        guard others != nil else { return }
        for row in items(of: window, now: closed.at) where row.id != closed.carrier?.id {
            end(row, with: closed)
        }
    }

    private mutating func end(_ row: NotificationRow, with closed: ClosedWindow) {
        let obstacle = row.relevance.obstacle(at: closed.at)
        let event = DigestWindow.end(ofItemWith: obstacle, representedBy: closed.reason)
        guard let state = PushMachine.next(.digested, on: event) else { return }
        let step: Trace.Step =
            switch event {
            case .represented(let reason): .init(.digest, .release, reason, .notifications(closed.window.count))
            case .expired: .init(.digest, .release, .expired)
            default: .resolvedElsewhere(holdStage: .digest)
            }
        update(row.id) { row in
            row.push = state
            row.heldUntil = nil
            row.representative = closed.carrier?.id
            row.reason = event.reason
            row.trace.steps.append(step)
        }
    }
}

extension NotificationRow {
    /// Whether it is neither resolved nor expired, whatever was decided about its push.
    func isLive(at now: Timestamp) -> Bool {
        var relevance = relevance
        relevance.stopReason = nil
        return relevance.isWorthPushing(at: now)
    }
}
