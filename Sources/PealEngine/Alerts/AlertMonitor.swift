import Logging
import PealCore
import PealStore

/// Measures what operators are alerted about, and stores, sends and logs what changes (ADR 0046).
///
/// The state of an alert and the messages about it are written in one transaction, with the state before as guard: whatever
/// crashes, and however many measure at the same time, an alert fires once and is resolved once.
struct AlertMonitor: Sendable {
    let store: any AlertPorts
    let catalogs: CatalogRegistry
    let queues: QueueRegistry
    let analytics: ReadAnalytics
    let tally: TriggerTally
    let ids: IDGenerator
    let now: @Sendable () -> Timestamp
    let clockQuestion: @Sendable () -> ClockState.Question?
    /// Fired when an alert has fired or is resolved, once that is stored.
    let news: WakeUp
    let logger: Logger

    /// Measures everything that looks at some facts, of every app.
    /// - Parameter bases: the facts.
    /// - Throws: ``StoreError``; called again, it continues.
    func step(_ bases: Set<AlertRule.Basis>) async throws {
        try await flush()
        if bases != [.now] { try await analytics.catchUp() }
        let stored = try await store.alerts(of: nil)
        let queues = try await store.queues().filter { $0.invalidationBreakerOpenSince != nil }.map(\.queue)
        for app in catalogs.apps {
            let alerts = stored[app] ?? []
            let catalog = catalogs.inForce(app)
            var steps =
                bases.contains(.now) ? alerts.filter(\.key.isTest).map { AlertStep(ofTest: $0, now: now()) } : []
            for basis in bases {
                let figures = try await figures(basis, of: app, openInvalidationBreakers: queues)
                steps += figures.steps(from: alerts, basis, now: now()) { catalog?.limit(of: $0) }
            }
            try await apply(steps, to: app)
        }
    }

    /// Stores what was counted of triggers.
    /// - Throws: ``StoreError``; the counts are kept then.
    func flush() async throws {
        for (app, counts) in tally.take() {
            do {
                let batch = AnalyticsBatch(counts: counts, at: now())
                _ = try await store.apply([ChangeGroup(app: app, [.keepAnalytics(batch)])])
            } catch {
                tally.put(counts, of: app)
                throw error
            }
        }
    }

    private func figures(_ basis: AlertRule.Basis, of app: AppID, openInvalidationBreakers: [QueueKey]) async throws
        -> AlertFigures
    {
        guard let hours = basis.hours(at: now()) else {
            let instant = now()
            let broken = queues.statuses.filter { $0.isBroken && $0.queue.app == app }
            let sweep = try await store.deviceSweep(of: app)
            return AlertFigures(
                oldest: try await store.oldestDue(of: app, now: instant),
                broken: broken.map(\.queue.provider),
                openInvalidationBreakers: openInvalidationBreakers.filter { $0.app == app }.map(\.provider),
                clockGap: clockQuestion()?.gap,
                isSweepWaiting: sweep.map { $0.waits && $0.day == DeviceSweep.day(of: instant) } ?? false,
                now: instant
            )
        }
        let counts = try await store.analyticsCounts(of: app, within: hours)
        switch basis {
        case .now, .hours: return AlertFigures(hours: counts)
        case .day: return AlertFigures(day: counts)
        case .week:
            let before = AlertRule.Basis.week(before: now())
            return AlertFigures(day: counts, week: try await store.analyticsCounts(of: app, within: before))
        }
    }

    private func apply(_ steps: [AlertStep], to app: AppID) async throws {
        guard !steps.isEmpty else { return }
        let instant = now()
        let notices = steps.map { AlertNotice($0, at: instant) }
        let isNews = notices.contains { $0 != nil }
        let webhooks = try await isNews ? store.webhooks(of: app).map(\.webhook) : []
        let groups = zip(steps, notices).map { step, notice in
            let state = step.alert.map { Change.alert($0.key, from: step.before, to: step.after) }
            let events = [notice?.outgoing].compactMap(\.self)
            let messages = QueueWebhooks.changes(events, for: webhooks, ids: ids, now: instant)
            return ChangeGroup(app: app, [state].compactMap(\.self) + messages)
        }
        let results = try await store.apply(groups)
        for (notice, result) in zip(notices, results) where result.isApplied { notice?.write(to: logger, app: app) }
        if isNews { news.fire() }
    }
}
