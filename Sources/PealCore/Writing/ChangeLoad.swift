/// What a change asks of the store's writer.
public struct ChangeLoad: Sendable, Equatable {
    /// Roughly how many rows it writes.
    public var weight: Int
    /// Who waits for it.
    public var origin: Origin
    /// How many more triggers wait for their fan-out after it; fewer where it is negative.
    public var waiting: Int

    /// States what is other than of most changes, which callers make and which write a row.
    public init(weight: Int = 1, origin: Origin = .caller, waiting: Int = 0) {
        self.weight = weight
        self.origin = origin
        self.waiting = waiting
    }

    /// Adds what another change of the same transaction asks.
    mutating func add(_ other: ChangeLoad) {
        weight += other.weight
        waiting += other.waiting
        switch (origin, other.origin) {
        case (.loop, _), (_, .loop): origin = .loop
        case (.caller, _), (_, .caller): origin = .caller
        case (.outcome, .outcome): break
        }
    }

    /// Who waits for a change.
    public enum Origin: Sendable {
        /// A request, which waits for its answer.
        case caller
        /// A loop that decides, fires or reads events, or a sweep: callers go first.
        case loop
        /// A loop that records what became of deliveries: callers go first where nothing else is in the same groups.
        case outcome
    }
}

extension Change {
    /// What it asks of the store's writer.
    ///
    /// Each case says it: a forgotten one would wait in the wrong queue.
    public var load: ChangeLoad {
        switch self {
        case .expect, .expectOrganisation, .ask, .patchEntity, .countRejected, .push, .countCancelled, .releaseClaim,
            .releaseQuota, .reserveQuota, .takeClaim, .moveTrigger, .storeAnswer, .retract, .moveWithdrawal, .queue,
            .expectSchedule, .expectEntity, .expectPlannedAtMost, .beginPlanning, .endPlanning, .putEntity,
            .deleteEntity, .noteDeletion, .moveDeletion, .moveFiring, .inbox, .device, .reachability, .token,
            .preferences, .eta, .noteView, .webhook, .catalog, .alert, .action, .putUser, .addCheckpoint,
            .keepAuditSecret,
            .countClaim, .note, .sync, .moveRetraction, .keepReminders, .admit, .expectRecipients, .keepWaits,
            .endWaits, .expectWait, .startSummary:
            ChangeLoad()
        case .addTrigger, .resumeTrigger: ChangeLoad(waiting: 1)
        case .beginCancel(_, in: let phase, _, at: _): ChangeLoad(waiting: phase == .after ? 0 : -1)
        case .closeFanOut: ChangeLoad(waiting: -1)
        case .moveFanOut(_, let move): ChangeLoad(origin: .loop, waiting: move.phase == .finished ? -1 : 0)
        case .addDecisions(let new, of: _): ChangeLoad(weight: new.count * 2)
        case .putMembers(let members): ChangeLoad(weight: members.count)
        case .appendAudit(let append): ChangeLoad(weight: append.entries.count * 2)
        case .keepAnalytics(let batch):
            ChangeLoad(weight: batch.events.count + batch.counts.values.reduce(0) { $0 + $1.count })
        case .redecide: ChangeLoad(weight: 2, origin: .loop)
        case .postponeHeld(dueAt: _, let part): ChangeLoad(weight: part.count, origin: .loop)
        case .closeWindow(let closed): ChangeLoad(weight: closed.window.total + 1, origin: .loop)
        case .postponeWindow(let window, dueAt: _, until: _): ChangeLoad(weight: window.total, origin: .loop)
        case .sweepNotifications(let sweeps, of: _): ChangeLoad(weight: sweeps.count * 3, origin: .loop)
        case .sweepTrigger, .moveReader: ChangeLoad(origin: .loop)
        case .changeFirings(of: _, let changes):
            ChangeLoad(origin: changes.contains(where: \.isFired) ? .loop : .caller)
        case .expectOutcome, .delivery, .syncState: ChangeLoad(origin: .outcome)
        case .key(let change): ChangeLoad(origin: change.isOfLoops ? .loop : .caller)
        case .redelivery(let change): ChangeLoad(origin: change.isOutcome ? .outcome : .caller)
        case .channel(let change): ChangeLoad(origin: change.isOutcome ? .outcome : .caller)
        }
    }
}

extension Collection<ChangeGroup> {
    /// What groups of one transaction ask of the writer together.
    public var load: ChangeLoad {
        var load = ChangeLoad(weight: 0, origin: .outcome)
        for group in self {
            for change in group.changes { load.add(change.load) }
        }
        return load
    }
}

extension FiringChange {
    /// Whether it ends a firing with a trigger.
    fileprivate var isFired: Bool { if case .fire = self { true } else { false } }
}

extension KeyChange {
    /// Whether a loop notes uses, or replaces old data keys.
    fileprivate var isOfLoops: Bool {
        switch self {
        case .noteUse, .deleteDataKey: true
        case .add, .revoke, .expectDataKeys, .expectAppsWithDataKeys, .addDataKey, .rewrap: false
        }
    }
}

extension RedeliveryChange {
    fileprivate var isOutcome: Bool {
        switch self {
        case .end: true
        case .plan: false
        }
    }
}

extension ChannelChange {
    fileprivate var isOutcome: Bool {
        switch self {
        case .record, .quarantine: true
        case .putAddress, .removeAddress, .cancel: false
        }
    }
}
