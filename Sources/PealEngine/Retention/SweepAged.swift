import PealCore
import PealStore

/// The ports that retention is planned with.
typealias RetentionPorts = RetentionStore & SyncStore & ChangeStore

/// Deletes what is too old of an app's notifications and triggers, and tells devices of a badge that changed with it.
///
/// What changed since it was read is planned again, a few times; then the next walk comes to it.
struct SweepAged {
    let store: any RetentionPorts
    let providers: Providers

    /// How often a step is planned again.
    private static let attempts = 3

    /// Looks at the next notifications, at most `limit`; what was deleted, and where the next step goes on.
    func notifications(_ cut: RetentionCut, badge: BadgeRule, after last: NotificationID?, limit: Int, now: Timestamp)
        async throws -> (counts: RetentionCounts, next: NotificationID?)
    {
        var next: NotificationID?
        let counts = try await apply(in: cut.app) {
            let aged = try await store.agedNotifications(of: cut.app, before: cut.latest, after: last, limit: limit)
            next = aged.count == limit ? aged.last?.id : nil
            var planned: [(RetentionCounts, [Change])] = []
            for plan in RetentionPlan.plans(for: aged, cut) {
                let pushes = try await pushes(plan, cut, badge, now)
                planned.append(
                    (plan.counts, [.sweepNotifications(plan.sweeps, of: plan.user)] + pushes.map(Change.sync))
                )
            }
            return planned
        }
        return (counts, next)
    }

    /// Looks at the next triggers, at most `limit`; what was deleted, and where the next step goes on.
    func triggers(_ cut: RetentionCut, after last: TriggerID?, limit: Int) async throws
        -> (counts: RetentionCounts, next: TriggerID?)
    {
        var next: TriggerID?
        let counts = try await apply(in: cut.app) {
            let aged = try await store.agedTriggers(of: cut.app, before: cut.log, after: last, limit: limit)
            next = aged.count == limit ? aged.last?.id : nil
            return aged.compactMap { TriggerSweep($0, cut) }.map { ($0.counts, [.sweepTrigger($0)]) }
        }
        return (counts, next)
    }

    private func pushes(_ plan: RetentionPlan, _ cut: RetentionCut, _ badge: BadgeRule, _ now: Timestamp) async throws
        -> [SyncPush]
    {
        let news = plan.news
        guard !news.isEmpty else { return [] }
        let facts = try await store.syncFacts(of: plan.user, app: cut.app, about: news)
        return plan.pushes(facts, cut, badge: badge, providers: providers, now: now)
    }

    /// Applies what is planned, each part by itself, until none of it has changed meanwhile.
    private func apply(in app: AppID, _ plan: () async throws -> [(RetentionCounts, [Change])]) async throws
        -> RetentionCounts
    {
        var counts = RetentionCounts()
        for _ in 0..<Self.attempts {
            let planned = try await plan()
            guard !planned.isEmpty else { break }
            let results = try await store.apply(planned.map { ChangeGroup(app: app, $0.1) })
            for (part, result) in zip(planned, results) where result.isApplied { counts += part.0 }
            if results.allSatisfy(\.isApplied) { break }
        }
        return counts
    }
}
