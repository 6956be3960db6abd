import PealCore
import PealStore

extension AppRows {
    /// Marks a trigger as cancelled; the recipients nobody decided about, or `nil` when it is not as expected.
    mutating func beginCancel(_ id: TriggerID, in phase: CancelReport.Phase, _ start: CancelStart, at now: Timestamp)
        -> Int?
    {
        guard let row = triggers[id], row.cancel == nil, row.phase == phase.fanOut else { return nil }
        let undecided = start.countsUndecided ? undecided(of: pending(row)) : 0
        triggers.update(id) { row in
            let report = CancelReport(cancelled: undecided, tooLate: 0, phase: phase)
            row.cancel = TriggerRow.Cancel(at: now, report: report, cursor: start.cursor)
            row.cursor = nil
        }
        add(.triggerCancelled, .trigger(id))
        return undecided
    }

    mutating func count(_ count: CancelCount, of id: TriggerID) -> Bool {
        guard triggers[id]?.cancel?.cursor == count.from else { return false }
        return triggers.update(id) { row in
            row.cancel?.report.cancelled += count.cancelled
            row.cancel?.report.tooLate += count.tooLate
            row.cancel?.cursor = count.to
        }
    }

    mutating func take(_ claim: TriggerSubmission.Claim, for id: TriggerID, at now: Timestamp) -> Bool {
        let key = TextKey(claim.key)
        guard holder(of: key, at: now) == nil else { return false }
        claims[key] = ClaimHolder(trigger: id, expiresAt: claim.expiresAt)
        return true
    }

    mutating func move(_ id: TriggerID, from dueAt: Timestamp, to time: TriggerTime) -> Bool {
        guard let row = triggers[id], row.trigger.dueAt == dueAt, row.state == .waiting else { return false }
        add(.triggerMoved, .trigger(id))
        return triggers.update(id) { row in
            row.shiftOpening(to: time.dueAt)
            row.trigger.dueAt = time.dueAt
            row.trigger.digestUntil = time.digestUntil
        }
    }

    mutating func resume(_ id: TriggerID, at time: TriggerTime) -> Bool {
        guard let row = triggers[id], row.state == .cancelled(.waiting), !row.sealedData.isEmpty else { return false }
        add(.triggerResumed, .trigger(id))
        return triggers.update(id) { row in
            row.cancel = nil
            row.claimUntil = nil
            row.withdrawal = nil
            row.shiftOpening(to: time.dueAt)
            row.trigger.dueAt = time.dueAt
            row.trigger.digestUntil = time.digestUntil
        }
    }

    mutating func moveWithdrawal(of id: TriggerID, from cursor: UserID, _ move: WithdrawalMove) -> Bool {
        guard triggers[id]?.withdrawal?.cursor == cursor else { return false }
        return triggers.update(id) { row in
            switch move {
            case .to(let user): row.withdrawal?.cursor = user
            case .end: row.withdrawal?.cursor = nil
            case .drop: row.withdrawal = nil
            }
        }
    }

    mutating func moveRetraction(of id: TriggerID, from: UserID, to: UserID?) -> Bool {
        guard triggers[id]?.withdrawal?.retracted == from else { return false }
        return triggers.update(id) { $0.withdrawal?.retracted = to }
    }

    /// Moves the firing that made a trigger, where it is in a state.
    mutating func move(firingOf id: TriggerID, _ move: FiringMove) {
        guard let trigger = triggers[id]?.trigger, let entity = trigger.entity else { return }
        for row in firings.rows(in: .entity(entity))
        where row.trigger == id && row.key.type == trigger.type && row.state == move.from {
            firings.update(row.key) { row in
                row.state = move.to
                row.reason = move.reason
                row.endedAt = move.endedAt ?? row.endedAt
            }
        }
    }

    /// Whether a firing made a trigger.
    func isFiring(_ trigger: Trigger) -> Bool {
        trigger.entity.map { entity in
            firings.rows(in: .entity(entity)).contains { $0.key.type == trigger.type && $0.trigger == trigger.id }
        } ?? false
    }

    /// Retracts an inbox row, and a push that screens show (R165); whether it found what it expects.
    mutating func retract(_ retraction: InboxRetraction) -> Bool {
        if let reason = retraction.hides {
            guard notifications[retraction.notification]?.inApp == .show else { return false }
            update(retraction.notification) { row in
                row.inApp = .hide(reason)
                row.isAlert = false
            }
        }
        add(.notificationRetracted, user: retraction.user, .notification(retraction.notification))
        addInbox(of: retraction.user)
        return true
    }
}
