public import PealCore
public import PealStore

extension TriggerStore where Self: ChangeStore {
    /// Accepts triggers in small, as the engine does: one group for each app, planned again as long as a guard fails.
    @discardableResult
    public func accept(
        _ submissions: [TriggerSubmission],
        rules: [ScheduleRule] = [],
        answer: IdempotentAnswer<[TriggerAcceptance]>? = nil
    ) async throws -> [TriggerAcceptance] {
        for _ in 0..<1_000 {
            var groups: [ChangeGroup] = []
            var outcomes: [TriggerID: TriggerAcceptance] = [:]
            for app in Set(submissions.map(\.trigger.app)).sorted() {
                let own = submissions.filter { $0.trigger.app == app }
                let plans = try await plan(own, AcceptFacts(rules: rules), app: app)
                groups.append(ChangeGroup(app: app, plans.changes(for: own)))
                for (submission, outcome) in zip(own, plans.outcomes) { outcomes[submission.trigger.id] = outcome }
            }
            let results = submissions.compactMap { outcomes[$0.trigger.id] }
            if let answer, !results.allSatisfy(\.isRefused), let now = submissions.first?.trigger.acceptedAt {
                groups[0].changes.append(.storeAnswer(answer.key, answer.make(results), at: now))
            }
            if try await apply(groups).allSatisfy(\.isApplied) { return results }
        }
        throw StoreError(.overloaded, "what the triggers ask for changes all the time")
    }

    func plan(_ submissions: [TriggerSubmission], _ facts: AcceptFacts, app: AppID) async throws -> AcceptPlans {
        var facts = facts
        while true {
            switch facts.plan(submissions) {
            case .planned(let plans): return plans
            case .unknown(let needs): facts.add(try await acceptFacts(needs, app: app))
            }
        }
    }
}

extension TriggerAcceptance {
    fileprivate var isRefused: Bool { if case .refused = self { true } else { false } }
}
