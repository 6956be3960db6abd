import PealCore
import PealStore

/// Writes due firings, each as one group with the trigger it makes: a crash leaves both or neither.
///
/// Each trigger is planned as if it came alone. What several take from the same window of a sender limit, the guards find
/// out; those that fail are due again in the next round.
struct FireSchedules: Sendable {
    let store: any AcceptPorts

    /// A due firing with the trigger it makes.
    struct Firing: Sendable {
        var schedule: DueSchedule
        var submission: TriggerSubmission
        /// The catalog version that decided.
        var version: Int
    }

    /// Writes firings that are still as they were read.
    ///
    /// What each one's trigger came to is `nil` where nothing was written; the failure is that of the first one which cannot
    /// be written, and keeps no other back.
    func fire(_ firings: [Firing], now: Timestamp) async throws -> (
        acceptances: [TriggerAcceptance?], failure: StoreError?
    ) {
        let plans = try await plans(of: firings)
        let groups = zip(firings, plans).map { firing, plans in
            ChangeGroup(
                app: firing.schedule.app,
                firing.schedule.firing(firing.submission, plans, version: firing.version, at: now)
            )
        }
        let (results, failure) = try await store.applyEach(groups)
        let acceptances = zip(plans, results).map { plans, result in result.isApplied ? plans.outcomes.first : nil }
        return (acceptances, failure)
    }

    /// What each trigger comes to; what is needed is read for all firings of an app together.
    private func plans(of firings: [Firing]) async throws -> [AcceptPlans] {
        var facts: [AppID: AcceptFacts] = [:]
        while true {
            var needs: [AppID: AcceptNeeds] = [:]
            let plans = firings.compactMap { firing -> AcceptPlans? in
                let app = firing.schedule.app
                // The same time fires again for users that its earlier trigger did not reach: the claim is its own.
                let known = facts[app, default: AcceptFacts()]
                    .freeing(firing.submission.claim, of: firing.schedule.earlier?.trigger)
                switch known.plan([firing.submission]) {
                case .planned(let plans): return plans
                case .unknown(let unknown):
                    needs[app, default: AcceptNeeds()].add(unknown)
                    return nil
                }
            }
            guard !needs.isEmpty else { return plans }
            for (app, needs) in needs.sorted(by: { $0.key < $1.key }) {
                facts[app, default: AcceptFacts()].add(try await store.acceptFacts(needs, app: app))
            }
        }
    }
}
