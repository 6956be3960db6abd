import PealCore
import PealStore

/// Finds what was rejected, or a duplicate: it is in no trigger, and so in no decision.
struct RejectedRequestFindings {
    let dependencies: WhyDependencies
    let app: AppID
    let filter: DecisionFilter
    let zone: Zone

    /// How many of each kind are told.
    static let limit = 5

    /// What sender limits refused, the latest first; nothing when a trigger is named, which was not refused.
    func refused() async throws -> [WhyFinding] {
        guard filter.trigger == nil else { return [] }
        return try await findings(RejectedRequestFilter(.refused, type: filter.type, since: filter.since))
    }

    /// What was answered as a duplicate, the latest first.
    func duplicates() async throws -> [WhyFinding] {
        let triggers = filter.trigger.map { [$0] } ?? []
        let since = filter.trigger == nil ? filter.since : nil
        return try await findings(
            RejectedRequestFilter(.duplicate, type: filter.type, triggers: triggers, since: since)
        )
    }

    /// What is told beside decisions: doubles of their triggers, and what was refused where a type is asked for.
    func beside(_ records: [DecisionRecord]) async throws -> [WhyFinding] {
        let triggers = Array(Set(records.map(\.trigger)))
        let doubles = triggers.isEmpty ? [] : try await findings(RejectedRequestFilter(.duplicate, triggers: triggers))
        return filter.type == nil ? doubles : try await refused() + doubles
    }

    private func findings(_ filter: RejectedRequestFilter) async throws -> [WhyFinding] {
        let now = dependencies.now()
        return try await dependencies.store.rejectedRequests(app: app, filter: filter, limit: Self.limit)
            .map { WhyFinding($0, zone, now: now) }
    }
}
