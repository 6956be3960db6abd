import PealCore
import PealStore

extension AppRows {
    /// Held pushes whose time has come, oldest first, and those of one user together.
    func dueHeld(now: Timestamp) -> [NotificationRow] {
        let due = notifications.rows(in: .held).filter { ($0.heldUntil ?? now) <= now }
        return due.sorted { ($0.heldUntil ?? now, $0.user, $0.id) < ($1.heldUntil ?? now, $1.user, $1.id) }
    }

    /// A push that waits, with its trigger.
    func held(_ row: NotificationRow) -> HeldNotification? {
        guard let trigger = triggers[row.trigger] else { return nil }
        var held = HeldNotification(
            id: row.id,
            userID: row.user,
            trigger: pending(trigger),
            inApp: row.inApp,
            holdStage: row.push == .held ? row.holdStage ?? .quietHours : .digest,
            wasDigested: row.wasDigested,
            trace: row.trace,
            createdAt: row.createdAt,
            relevance: row.relevance
        )
        held.thread = row.content.thread
        held.stamp = row.stamp
        return held
    }

    /// Writes a decision about a push that waited; whether it still waits.
    mutating func redecide(_ release: ReleasedNotification) -> Bool {
        let (decision, event) = (release.decision, release.event)
        guard let row = notifications[release.id], row.push == release.from,
            let state = PushMachine.next(release.from, on: event)
        else { return false }
        update(release.id) { row in
            row.push = state
            row.reason = event.reason
            row.heldUntil = decision.push.waitsUntil
            row.trace = decision.trace
            row.priority = decision.priority
            row.holdStage = decision.holdStage ?? row.holdStage
            row.wasDigested = decision.wasDigested
            row.stamp = release.stamp
            row.isAlert = row.isAlert || decision.isAlert
            row.digestWindow = decision.digestWindow ?? row.digestWindow
            row.content.text.digest = release.digest ?? row.content.text.digest
            row.replaces = release.replaces ?? row.replaces
            let looksBack = row.throttledType != nil || decision.digestWindow != nil
            row.pushedAt = decision.push.isSend && looksBack ? release.at : nil
        }
        let detail = decision.push.isSend ? EventDetail.at(release.at) : .none
        add(decision.push.decidedAgain, user: release.userID, .notification(release.id), detail)
        if decision.isAlert { addAlert(release.id, of: release.userID) }
        send(release.id, decision, dueAt: release.at)
        return true
    }

    /// A notification in a user's inbox became an alert.
    mutating func addAlert(_ id: NotificationID, of user: UserID) {
        add(.alertRaised, user: user, .notification(id))
        addInbox(of: user)
    }

    /// What a user's inbox shows has changed.
    mutating func addInbox(of user: UserID) {
        add(.inboxChanged, user: user, .inbox(badgeVersion: badge(of: user).version))
    }
}

extension PushResult {
    /// What a second decision with this result leaves in the event log.
    fileprivate var decidedAgain: EventKind {
        switch self {
        case .send: .pushReleased
        case .hold, .digest: .pushPostponed
        case .suppress: .pushEnded
        }
    }
}
