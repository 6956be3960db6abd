import PealCore
import PealStore

/// Plans the quota of sender limits for another time of a trigger (R160).
struct TriggerQuota {
    let store: any TriggerStore
    let limits: LimitCheck?

    /// When the trigger is sent, and what that takes.
    struct Plan: Sendable {
        var time: TriggerTime
        /// Releases the quota of the old time, and reserves that of the new one.
        var changes: [Change]
    }

    /// What the sender limits say.
    enum Answer: Sendable {
        case planned(Plan)
        case refused(LimitRefusal)
    }

    /// Plans a time; the limits may move it, or refuse it.
    func plan(_ trigger: Trigger, dueAt: Timestamp) async throws -> Answer {
        let release = Change.releaseQuota(trigger.id)
        guard let limits else {
            return .planned(Plan(time: TriggerTime(dueAt: dueAt, digestUntil: nil), changes: [release]))
        }
        var facts = QuotaFacts()
        while true {
            switch facts.plan(trigger, dueAt: dueAt, by: limits) {
            case .unknown(let needs):
                facts.add(try await store.acceptFacts(AcceptNeeds(needs, of: trigger.id), app: trigger.app).quota)
            case .refused(let refusal): return .refused(LimitRefusal(trigger.id, refusal))
            case .granted(let plan):
                let expectations = facts.lineage(of: trigger.entity).map {
                    Change.expectOrganisation($0, facts.entities[$0] ?? nil)
                }
                let reservation = QuotaReservation(reservations: plan.reservations, acceptedAt: trigger.acceptedAt)
                return .planned(
                    Plan(
                        time: TriggerTime(dueAt: plan.dueAt, digestUntil: plan.digestUntil),
                        changes: expectations + [release, .reserveQuota(trigger.id, reservation)]
                    )
                )
            }
        }
    }
}
