public import PealCore

/// A page with its decisions.
public struct DecidedPage: Sendable, Equatable {
    /// The trigger.
    public var trigger: PendingTrigger
    /// One notification a recipient.
    public var notifications: [NewNotification]
    /// The last user of this page.
    public var cursor: UserID?
    /// Whether fan-out ends with it, or the pass of one that comes at each user's local time.
    public var isLast: Bool
    /// The recipients that it left out, with the instant at which its local time comes where they are; when anybody waits after a pass,
    /// the next one begins at the earliest of these.
    public var waiting: [UserID: Timestamp]
    /// Those of them that nobody is known by.
    public var unknownWaiting: Set<UserID>
    /// Who waits no longer, without a decision: they have left the audience.
    public var gone: [UserID]
    /// The users who were reminded before, and were not decided about again.
    public var reminded: [UserID]
    /// Of a trigger that stays open, the time that fired.
    public var firedTime: Timestamp?
    /// Of the last page, what is known of the recipients who are not on it.
    public var others: FanOutOthers

    /// Joins the parts.
    public init(
        trigger: PendingTrigger,
        notifications: [NewNotification],
        cursor: UserID?,
        isLast: Bool,
        waiting: [UserID: Timestamp] = [:],
        unknownWaiting: Set<UserID> = [],
        gone: [UserID] = [],
        reminded: [UserID] = [],
        firedTime: Timestamp? = nil,
        others: FanOutOthers = FanOutOthers()
    ) {
        self.trigger = trigger
        self.notifications = notifications
        self.cursor = cursor
        self.isLast = isLast
        self.waiting = waiting
        self.unknownWaiting = unknownWaiting
        self.gone = gone
        self.reminded = reminded
        self.firedTime = firedTime
        self.others = others
    }
}

extension DecidedPage {
    /// What the page means for its trigger.
    public var plan: FanOutPlan {
        var page = FanOutPage(
            position: trigger.position,
            cursor: cursor,
            isLast: isLast,
            decided: notifications.map(\.userID)
        )
        page.isLocal = trigger.trigger.sendAtLocal != nil
        page.openUntil = trigger.trigger.openUntil
        page.isPlaced = trigger.isPlaced
        page.waiting = waiting
        page.gone = gone
        page.reminded = reminded
        page.others = others
        return FanOutPlan(page)
    }

    /// The changes that write it, all or none: the guard first, so that one that fails costs nothing.
    public func changes(_ plan: FanOutPlan) -> ChangeGroup {
        let id = trigger.trigger.id
        var changes: [Change] = [.moveFanOut(id, plan.move)]
        if !waiting.isEmpty {
            // Else a user erased meanwhile would be named until their time.
            let known = waiting.keys.filter { !unknownWaiting.contains($0) }.sorted()
            changes.append(.expectRecipients(id, known: known, unknown: unknownWaiting.sorted()))
        }
        if !notifications.isEmpty {
            changes.append(.addDecisions(notifications, of: id))
            changes += reminders.map { [.keepReminders($0, of: id)] } ?? []
        }
        if !plan.arrived.isEmpty { changes.append(.endWaits(id, plan.arrived)) }
        if !waiting.isEmpty { changes.append(.keepWaits(id, waiting)) }
        if plan.endsPass { changes.append(.expectWait(id, earliest: plan.nextWait)) }
        if plan.releasesClaim { changes += [.releaseQuota(id), .releaseClaim(id, remembering: false)] }
        return ChangeGroup(app: trigger.trigger.app, changes)
    }

    private var reminders: NewReminders? {
        guard let firedTime, let entity = trigger.trigger.entity else { return nil }
        let users = notifications.map(\.userID)
        return NewReminders(of: entity, type: trigger.trigger.type, time: firedTime, users: users)
    }
}
