import PealCore

/// One user's pushes in memory, decided by the real decider and moved along as the pipeline and its store do.
struct DigestPipeline {
    /// A push on its way.
    struct Item {
        let trigger: Trigger
        let priority: Priority
        let createdAt: Timestamp
        let expiresAt: Timestamp
        var trace: Trace
        var wasDigested = false
        var push: PushResult
        var digestWindow: DigestWindowKey?
        /// What became of it in the end; more than one entry is a fault.
        var outcomes: [String] = []
    }

    /// A push that left.
    struct Sent {
        let at: Timestamp
        let priority: Priority
    }

    private(set) var items: [Item] = []
    private(set) var sent: [Sent] = []
    private(set) var steps = 0
    private let run: DigestRun
    private var fixture: DecisionFixture
    private var history = PushHistory()
    private var now: Timestamp
    /// Pushes that went at once and opened a window.
    private var openers: Set<String> = []
    private static let maximumSteps = 2_000

    init(_ run: DigestRun) throws {
        self.run = run
        fixture = try DecisionFixture()
        fixture.type.priority = PriorityRule(fallback: .normal, variable: true)
        fixture.type.throttle = run.throttle
        fixture.type.digest = run.digest
        fixture.type.individual = run.isIndividual
        fixture.type.ttl = run.ttl
        if run.hasQuietHours { fixture.catalog.quietHours = fixture.quiet() }
        now = fixture.now
    }

    /// Plays the whole run, and on until nothing waits.
    /// - Throws: `Refuted` when a promise is broken on the way.
    mutating func live() throws {
        for event in run.events {
            try advance(to: now + event.after)
            try decide(event)
        }
        while let next = nextDue { try advance(to: next) }
    }

    private var nextDue: Timestamp? { items.indices.compactMap { due($0) }.min() }

    private func due(_ index: Int) -> Timestamp? {
        switch items[index].push {
        case .hold(let until), .digest(let until): until
        case .send, .suppress: nil
        }
    }

    private mutating func advance(to instant: Timestamp) throws {
        while let next = nextDue, next <= instant {
            now = max(now, next)
            steps += 1
            try demand(steps < Self.maximumSteps, "a push waits for ever")
            guard let index = items.indices.first(where: { due($0).map { $0 <= now } ?? false }) else { break }
            if items[index].digestWindow == nil { try release(index) } else { try close(items[index].digestWindow) }
        }
        now = max(now, instant)
        history.windows = history.windows.filter { $0.value.closesAt > now }
        openers = openers.filter { history.windows[Key($0)] != nil }
    }

    private func question(_ item: Item, isRelease: Bool, isClosing: Bool = false) -> Decider.Question {
        var question = Decider.Question(
            trigger: item.trigger,
            recipient: fixture.recipient,
            zone: .utc,
            thread: nil,
            history: history,
            digestKey: item.trigger.cancelKey,
            createdAt: isRelease ? item.createdAt : nil,
            now: now
        )
        if isRelease { question.wasDigested = item.wasDigested }
        question.isClosing = isClosing
        return question
    }

    private mutating func decide(_ event: DigestRun.Event) throws {
        var trigger = fixture.trigger
        trigger.priority = event.priority
        trigger.dueAt = now
        // Carries the rendered digest key, which the pipeline passes beside the trigger.
        trigger.cancelKey = event.key
        trigger.digestUntil = event.limitedFor.map { now + $0 }
        var item = Item(
            trigger: trigger,
            priority: event.priority,
            createdAt: now,
            expiresAt: now + run.ttl,
            trace: Trace(),
            push: .suppress(.expired)
        )
        let known = history.windows
        let decision = fixture.decider.decide(question(item, isRelease: false))
        try check(decision, of: item, known: known)
        history.note(decision, of: fixture.type, at: now)
        if decision.push.isSend, let digestWindow = decision.digestWindow { openers.insert(digestWindow.key) }
        apply(decision, to: &item)
        items.append(item)
    }

    private mutating func release(_ index: Int, closing: Bool = false) throws {
        var item = items[index]
        let known = history.windows
        let decision = fixture.decider.release(
            question(item, isRelease: true, isClosing: closing),
            from: closing ? .digest : .quietHours,
            inApp: .show,
            trace: item.trace,
            expiresAt: item.expiresAt
        )
        try check(decision, of: item, known: known)
        if closing, case .digest = decision.push { throw Refuted("a digest is digested again") }
        history.note(decision, of: fixture.type, at: now)
        apply(decision, to: &item)
        items[index] = item
    }

    /// Ends a window: its newest item carries all, or each goes alone when they are too few.
    private mutating func close(_ digestWindow: DigestWindowKey?) throws {
        guard let digestWindow else { return }
        let members = items.indices.filter { index in
            guard case .digest(let until) = items[index].push else { return false }
            return items[index].digestWindow?.key == digestWindow.key && until <= now
        }
        let fresh = members.filter { items[$0].expiresAt > now }
        for index in members where items[index].expiresAt <= now { end(index, "expired") }
        guard let newest = fresh.last else { return }
        let size = fresh.count + (openers.contains(digestWindow.key) ? 1 : 0)
        guard size >= fixture.type.minimumItems(of: digestWindow.key) || fresh.count == 1 else {
            for index in fresh { try release(index, closing: true) }
            return
        }
        for index in fresh.dropLast() { end(index, "bundled") }
        try release(newest, closing: true)
    }

    private mutating func end(_ index: Int, _ outcome: String) {
        items[index].push = .suppress(.digested)
        items[index].digestWindow = nil
        items[index].outcomes.append(outcome)
    }

    private mutating func apply(_ decision: Decision, to item: inout Item) {
        item.trace = decision.trace
        item.wasDigested = decision.wasDigested
        item.push = decision.push
        item.digestWindow = nil
        switch decision.push {
        case .send:
            item.outcomes.append("pushed")
            sent.append(Sent(at: now, priority: item.priority))
        case .suppress(let reason): item.outcomes.append(reason.rawValue)
        case .digest: item.digestWindow = decision.digestWindow
        case .hold: break
        }
    }

    private func check(_ decision: Decision, of item: Item, known: [Key<DigestWindowKey>: DigestWindow]) throws {
        if item.priority == .critical || run.isIndividual {
            if case .digest = decision.push { throw Refuted("it is digested at \(now.rfc3339)") }
            try demand(decision.digestWindow == nil, "it has a window at \(now.rfc3339)")
        }
        switch decision.push {
        case .hold(let until): try demand(until > now, "it is held until now or before")
        case .digest(let until):
            try demand(until > now, "its window has closed")
            guard let digestWindow = decision.digestWindow else { throw Refuted("it is digested into no window") }
            try demand(
                digestWindow.closesAt == until,
                "it waits until \(until.rfc3339), its window to \(digestWindow.closesAt.rfc3339)"
            )
            // A sender's limit names the end of its own window, so only these may differ.
            if let open = known[Key(digestWindow.key)], open.closesAt > now,
                digestWindow.key != DigestWindowKey.limit(fixture.type.id)
            {
                try demand(open.closesAt == until, "an open window is moved from \(open.closesAt.rfc3339)")
            }
        case .send, .suppress: break
        }
    }
}
