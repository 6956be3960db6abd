public import Logging
import PealCore
public import PealStore
public import ServiceLifecycle

/// Turns accepted triggers into decisions, page by page, a page of each due trigger a round, so that no long one
/// starves the short ones.
///
/// The cursor is in the store: a crash resumes where it stopped.
public struct FanOutLoop: Service {
    private let store: any FanOutStore & TriggerStore
    private let decider: PageDecider
    private let vault: DataVault
    private let clock: any PealClock
    private let work: WorkSignals
    private let gate: BacklogGate
    private let metrics: PipelineMetrics
    private let crash: CrashPoints
    private let logger: Logger

    /// Triggers a round takes at most.
    static let roundWidth = 128
    /// Recipients a round decides at most; bounds memory whatever the audience.
    static let roundRecipients = 4_000

    /// Wires the loop.
    public init(
        store: any FanOutStore & TriggerStore, decider: PageDecider, vault: DataVault, clock: any PealClock,
        work: WorkSignals, gate: BacklogGate, metrics: PipelineMetrics, crash: CrashPoints, logger: Logger
    ) {
        self.store = store
        self.decider = decider
        self.vault = vault
        self.clock = clock
        self.work = work
        self.gate = gate
        self.metrics = metrics
        self.crash = crash
        self.logger = logger
    }

    /// Runs until graceful shutdown.
    public func run() async throws {
        await RestartingLoop(name: "fan-out", signal: work.accepted, clock: clock, metrics: metrics, logger: logger).run {
            try await round()
        }
    }

    /// One round; returns when the next is needed: now, at an instant, or only when woken.
    func round() async throws -> RestartingLoop.Rest {
        let now = clock.now
        let due = try await store.dueTriggers(now: now, limit: Self.roundWidth)
        gate.set(due.count < Self.roundWidth ? due.count : try await store.backlog())
        guard !due.isEmpty else { return .until(try await store.nextDue(after: now)) }
        let pageSize = min(500, max(16, Self.roundRecipients / due.count))
        let pages = try await pages(of: due, size: pageSize, now: now)
        crash.pass(.beforeFanOutCommit)
        try await store.commit(pages)
        crash.pass(.afterFanOutCommit)
        metrics.fanOutPages.increment(by: pages.count)
        announce(pages)
        work.progress.fire()
        return .none
    }

    /// Counts the decisions and wakes whoever they concern.
    private func announce(_ pages: [DecidedPage]) {
        var sends = false
        var holds = false
        for page in pages {
            for notification in page.notifications {
                metrics.decided(notification.decision.verdict)
                switch notification.decision.push {
                case .send: sends = true
                case .hold: holds = true
                case .suppress: break
                }
            }
        }
        if sends { work.deliverable.fire() }
        if holds { work.held.fire() }
    }

    private func pages(of due: [PendingTrigger], size: Int, now: Timestamp) async throws -> [DecidedPage] {
        try await withThrowingTaskGroup(of: DecidedPage?.self) { group in
            var pages: [DecidedPage] = []
            var next = due.makeIterator()
            for _ in 0..<8 {
                guard let pending = next.next() else { break }
                group.addTask { try await page(of: pending, size: size, now: now) }
            }
            while let page = try await group.next() {
                if let page { pages.append(page) }
                if let pending = next.next() {
                    group.addTask { try await self.page(of: pending, size: size, now: now) }
                }
            }
            return pages
        }
    }

    @concurrent
    private func page(of pending: PendingTrigger, size: Int, now: Timestamp) async throws -> DecidedPage? {
        let rules: PageDecider.Rules
        var trigger = pending.trigger
        do {
            rules = try decider.rules(for: trigger)
            trigger.data = try vault.open(pending.sealedData, app: trigger.app, trigger: trigger.id)
        } catch {
            // One unreadable trigger never stops the loop: it stays where it is for the operator.
            metrics.loopErrors.increment()
            logger.error("trigger cannot be fanned out", metadata: ["trigger": "\(trigger.id)", "error": "\(error)"])
            return nil
        }
        let page = try await store.recipients(of: pending, ownedTypes: rules.type.ownedTypes, limit: size)
        let notifications = decider.decide(
            page.recipients, of: trigger, parent: pending.parent, rules: rules, now: now)
        return DecidedPage(
            trigger: pending, notifications: notifications, cursor: page.recipients.last?.userID ?? pending.cursor,
            isLast: page.isLast)
    }
}
