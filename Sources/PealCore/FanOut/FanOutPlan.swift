/// What a decided page means for its trigger, and the changes that write it.
public struct FanOutPlan: Sendable, Equatable {
    /// The page.
    public let page: FanOutPage
    /// How the fan-out goes on.
    public private(set) var move: FanOutMove
    /// The users who wait no longer.
    public private(set) var arrived: [UserID] = []
    /// Whether a pass over recipients that is not the only one ends with the page.
    public private(set) var endsPass = false
    /// The earliest instant that is waited for after the page; what ends a pass is planned from it.
    public private(set) var nextWait: Timestamp?
    /// Whether the claim and the quota of the trigger are released, because it reached nobody (R154, R160).
    public private(set) var releasesClaim = false

    /// Whether the fan-out ends with the page.
    public var isLast: Bool { move.phase == .finished }

    /// Plans it.
    ///
    /// The cursor, which names a user, is kept only while the fan-out needs it.
    public init(_ page: FanOutPage) {
        self.page = page
        let pending = page.trigger
        let here = FanOutPosition(cursor: page.cursor ?? pending.cursor, dueAt: pending.trigger.dueAt)
        move = FanOutMove(from: pending.position, to: here, phase: Self.phase(after: .pageDecided))
        if pending.isPlaced {
            arrived = (page.gone + page.decided + page.reminded).filter { page.waiting[$0] == nil }
        } else if !page.waiting.isEmpty {
            move.pass = .placing
        }
        guard page.isLast else { return }
        let openUntil = pending.trigger.openUntil
        endsPass = pending.trigger.sendAtLocal != nil || openUntil != nil
        move.to.cursor = nil
        if endsPass {
            nextWait = (page.waiting.values + [page.others.nextWait].compactMap(\.self)).min()
            if let next = nextWait ?? pending.opensUntil {
                move.to.dueAt = next
                move.phase = Self.phase(after: openUntil.map { .opened(until: $0) } ?? .passDecided)
                move.pass = .placed
                return
            }
            move.pass = LocalPass.none
        }
        move.phase = Self.phase(after: .lastPageDecided)
        releasesClaim = page.notifications.isEmpty && !page.others.hasDecisions
    }

    private static func phase(after event: TriggerMachine.Event) -> TriggerState.Phase? {
        TriggerMachine.next(.running, on: event)?.phase
    }
}

extension FanOutPlan {
    /// The changes that write the page, all or none: the guard first, so that one that fails costs nothing.
    public var group: ChangeGroup {
        let id = page.trigger.trigger.id
        var changes: [Change] = [.moveFanOut(id, move)]
        if !page.waiting.isEmpty {
            // Else a user erased meanwhile would be named until their time.
            let known = page.waiting.keys.filter { !page.unknownWaiting.contains($0) }.sorted()
            changes.append(.expectRecipients(id, known: known, unknown: page.unknownWaiting.sorted()))
        }
        if !page.notifications.isEmpty {
            changes.append(.addDecisions(page.notifications, of: id))
            changes += page.reminders.map { [.keepReminders($0, of: id)] } ?? []
        }
        if !arrived.isEmpty { changes.append(.endWaits(id, arrived)) }
        if !page.waiting.isEmpty { changes.append(.keepWaits(id, page.waiting)) }
        if endsPass { changes.append(.expectWait(id, earliest: nextWait)) }
        if releasesClaim { changes += [.releaseQuota(id), .releaseClaim(id, remembering: false)] }
        return ChangeGroup(app: page.trigger.trigger.app, changes)
    }
}

extension PendingTrigger {
    /// Until when it waits for users who join; `nil` once it was looked at then.
    fileprivate var opensUntil: Timestamp? {
        trigger.openUntil.flatMap { isPlaced && trigger.dueAt >= $0 ? nil : $0 }
    }
}

extension FanOutPage {
    fileprivate var decided: [UserID] { notifications.map(\.userID) }

    fileprivate var reminders: NewReminders? {
        guard let firedTime, let entity = trigger.trigger.entity else { return nil }
        return NewReminders(of: entity, type: trigger.trigger.type, time: firedTime, users: decided)
    }
}
