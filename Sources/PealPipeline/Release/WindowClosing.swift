public import Logging
import PealCore
public import PealStore

/// Closes bundling windows when their time has come: one push, or none, for all that waits in a window (R161–R163).
public struct WindowClosing: Sendable {
    private let store: any FanOutStore
    private let decider: PageDecider
    private let vault: DataVault
    private let clock: any PealClock
    private let work: WorkSignals
    private let metrics: PipelineMetrics
    private let crash: CrashPoints
    private let logger: Logger

    /// Items a round looks at, at most.
    static let roundItems = 400
    /// Windows that are read at the same time.
    static let readers = 4

    /// Wires the closing.
    public init(
        store: any FanOutStore,
        decider: PageDecider,
        vault: DataVault,
        clock: any PealClock,
        work: WorkSignals,
        metrics: PipelineMetrics,
        crash: CrashPoints,
        logger: Logger
    ) {
        self.store = store
        self.decider = decider
        self.vault = vault
        self.clock = clock
        self.work = work
        self.metrics = metrics
        self.crash = crash
        self.logger = logger
    }

    /// One round; returns whether there may be more to do at once.
    package func round() async throws -> Bool {
        let now = clock.now
        let due = try await store.dueWindows(now: now, limit: Self.roundItems)
        guard !due.isEmpty else { return false }
        // One window a person and round: the next one sees what this one pushed, so that caps hold.
        var people: Set<Owner> = []
        let turn = due.filter { people.insert(Owner(app: $0.app, user: $0.userID)).inserted }
        let closed = try await withThrowingTaskGroup(of: [ClosedWindow].self) { group in
            var closed: [ClosedWindow] = []
            var waiting = turn[...]
            for window in waiting.prefix(Self.readers) { group.addTask { try await attempt(window, now: now) } }
            waiting = waiting.dropFirst(Self.readers)
            while let part = try await group.next() {
                closed += part
                if let window = waiting.popFirst() { group.addTask { try await attempt(window, now: now) } }
            }
            return closed
        }
        guard !closed.isEmpty else { throw UnreadableWindows(count: due.count) }
        crash.pass(.beforeWindowCommit)
        try await store.close(closed)
        crash.pass(.afterWindowCommit)
        work.deliverable.fire()
        work.progress.fire()
        return true
    }

    private struct Owner: Hashable {
        var app: AppID
        var user: UserID
    }

    /// One that cannot be read keeps no other waiting.
    private func attempt(_ window: DueWindow, now: Timestamp) async throws -> [ClosedWindow] {
        do {
            return try await close(window, now: now)
        } catch let error as CancellationError {
            throw error
        } catch {
            metrics.loopErrors.increment()
            logger.error(
                "window cannot be closed",
                metadata: ["app": "\(window.app)", "slot": "\(window.slot)", "error": "\(error)"]
            )
            return []
        }
    }

    /// Every window of a round that could not be read: the loop waits before it looks again.
    struct UnreadableWindows: Error {
        var count: Int
    }

    private func close(_ window: DueWindow, now: Timestamp) async throws -> [ClosedWindow] {
        guard window.count > 0,
            let newest = try await store.items(of: window, now: now, limit: 1).first
        else { return [ClosedWindow(window: window, carrier: nil, reason: .expired, at: now)] }
        var trigger = newest.trigger.trigger
        let rules = try decider.rules(for: trigger)
        var needs = HistoryNeeds()
        needs.add(rules.type)
        var histories = HistoryBook()
        try await histories.read([window.userID], app: window.app, needs: needs, from: store, now: now)
        let snapshot = try await store.snapshot(of: window.userID, app: window.app, ownedTypes: rules.type.ownedTypes)
        trigger.data = try vault.open(newest.trigger.sealedData, app: trigger.app, trigger: trigger.id)
        let isBundle = window.size >= rules.type.minimumItems(of: window.slot)
        guard isBundle || window.count == 1 else {
            return try await single(window, snapshot, &histories, rules, now: now)
        }
        let (decision, text) = try decider.release(
            newest,
            snapshot,
            trigger: trigger,
            history: histories[window.app, window.userID],
            window: window,
            now: now
        )
        let carrier = ReleasedNotification(
            id: newest.id,
            app: window.app,
            userID: window.userID,
            decision: decision,
            bundle: isBundle ? text : nil,
            replaces: isBundle ? window.opener : nil,
            at: now
        )
        var reason: Reason = window.slot == DigestSlot.summary ? .summarised : .digested
        if case .suppress(let other) = decision.push { reason = other }
        return [ClosedWindow(window: window, carrier: carrier, reason: reason, at: now)]
    }

    /// Too few for a bundle: each is pushed by itself, the oldest first, until the window is empty.
    private func single(
        _ window: DueWindow,
        _ snapshot: RecipientSnapshot,
        _ histories: inout HistoryBook,
        _ rules: PageDecider.Rules,
        now: Timestamp
    ) async throws -> [ClosedWindow] {
        let items = try await store.items(of: window, now: now, limit: window.count)
        var left = window
        var closed: [ClosedWindow] = []
        for item in items.reversed() {
            var trigger = item.trigger.trigger
            trigger.data = try vault.open(item.trigger.sealedData, app: trigger.app, trigger: trigger.id)
            var alone = left
            alone.count = 1
            let (decision, _) = try decider.release(
                item,
                snapshot,
                trigger: trigger,
                history: histories[window.app, window.userID],
                window: alone,
                now: now
            )
            histories.renote(decision, of: rules.type, app: window.app, user: window.userID, at: now)
            let released = ReleasedNotification(
                id: item.id,
                app: window.app,
                userID: window.userID,
                decision: decision,
                at: now
            )
            closed.append(
                ClosedWindow(window: left, carrier: released, reason: .digested, leavesOthers: true, at: now)
            )
            left.count -= 1
            left.total -= 1
        }
        return closed
    }
}
