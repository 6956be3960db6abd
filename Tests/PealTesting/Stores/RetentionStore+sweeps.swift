import PealCore
import PealStore

extension RetentionStore where Self: ChangeStore {
    /// Plans and writes what becomes of the next notifications; what was deleted, and where the next step goes on.
    func sweepNotifications(_ cut: RetentionCut, after last: NotificationID?, limit: Int) async throws
        -> (counts: RetentionCounts, next: NotificationID?)
    {
        let aged = try await agedNotifications(of: cut.app, before: cut.latest, after: last, limit: limit)
        let plans = RetentionPlan.plans(for: aged, cut)
        let groups = plans.map { ChangeGroup(app: cut.app, [.sweepNotifications($0.sweeps, of: $0.user)]) }
        let results = try await apply(groups)
        let counts = zip(plans, results).reduce(into: RetentionCounts()) { if $1.1.isApplied { $0 += $1.0.counts } }
        return (counts, aged.count == limit ? aged.last?.id : nil)
    }

    /// Plans and writes what becomes of the next triggers; what was deleted.
    func sweepTriggers(_ cut: RetentionCut, after last: TriggerID?, limit: Int) async throws -> RetentionCounts {
        let aged = try await agedTriggers(of: cut.app, before: cut.log, after: last, limit: limit)
        let sweeps = aged.compactMap { TriggerSweep($0, cut) }
        let results = try await apply(sweeps.map { ChangeGroup(app: cut.app, [.sweepTrigger($0)]) })
        return zip(sweeps, results).reduce(into: RetentionCounts()) { if $1.1.isApplied { $0 += $1.0.counts } }
    }
}
