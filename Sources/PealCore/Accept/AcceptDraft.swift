/// The facts while submissions are planned one after another: each changes them for the next.
struct AcceptDraft {
    private var facts: AcceptFacts
    /// What has to be read before the rest can be planned.
    private(set) var needs = AcceptNeeds()
    /// The entities that sender limits were asked about.
    private(set) var consulted: Set<EntityRef> = []
    /// The entities that schedules concern, as the accepted submissions leave them.
    private(set) var scheduled: [EntityRef: Entity] = [:]

    init(_ facts: AcceptFacts) { self.facts = facts }

    /// Plans one submission; `nil` when facts are missing.
    mutating func plan(_ submission: TriggerSubmission) -> AcceptPlan? {
        let trigger = submission.trigger
        if let claim = submission.claim {
            switch facts.claims[claim.key] {
            case .some(let holder?) where holder.holds(at: trigger.acceptedAt):
                return AcceptPlan(.duplicate(of: holder.trigger), trigger, .duplicate(of: holder.trigger))
            // A refusal writes nothing that could find a held claim, and limits are read anyway.
            case nil where !facts.presumesFreeClaims || submission.limits != nil: needs.claims.insert(claim.key)
            default: break
            }
        }
        let patches = submission.entities.filter { patch in facts.rules.contains { $0.entity == patch.ref.type } }
        needs.schedules.formUnion(patches.map(\.ref).filter { facts.schedules[$0] == nil })
        var quota = facts.quota
        for patch in submission.entities { quota.apply(patch) }
        var granted: QuotaPlan?
        if let limits = submission.limits {
            switch quota.plan(trigger, dueAt: trigger.dueAt, by: limits) {
            case .granted(let plan): granted = plan
            case .refused(let refusal):
                consulted.formUnion(quota.lineage(of: trigger.entity))
                return AcceptPlan(.refused(LimitRefusal(trigger.id, refusal)), trigger, .limit(refusal))
            case .unknown(let unknown):
                needs.quota.add(unknown)
                // Its ancestors begin with what the patches say, so they are read together with it.
                let parents = submission.entities.compactMap(\.parent.value).filter { quota.entities[$0] == nil }
                if !unknown.entities.isEmpty { needs.quota.entities.formUnion(parents) }
                return nil
            }
            consulted.formUnion(quota.lineage(of: trigger.entity))
        }
        if let granted { quota.reserve(granted) }
        facts.quota = quota
        for patch in patches {
            let stored = scheduled[patch.ref] ?? facts.schedules[patch.ref]?.entity
            scheduled[patch.ref] = Entity(stored, patch, at: trigger.acceptedAt)
        }
        if let claim = submission.claim {
            facts.claims[claim.key] = ClaimHolder(trigger: trigger.id, expiresAt: claim.expiresAt)
        }
        return AcceptPlan(trigger, granted)
    }
}
