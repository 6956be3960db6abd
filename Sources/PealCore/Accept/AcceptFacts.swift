/// What acceptances are planned from: who holds claims, what sender limits ask for, and the firings of entities that come
/// with triggers.
///
/// Only what was asked for is there. A plain trigger, which has no claim, no limit and no scheduled entity, needs nothing.
public struct AcceptFacts: Sendable, Equatable {
    /// The claims that were read; `nil` for a free one.
    public var claims: [String: ClaimHolder?] = [:]
    /// What sender limits are asked with.
    public var quota = QuotaFacts()
    /// The entities that were read with their firings.
    public var schedules: [EntityRef: ScheduleFacts] = [:]
    /// The schedules that entities' times are planned by.
    public var rules: [ScheduleRule]
    /// Whether the claim of a trigger without limits is presumed free when it was not read: most are, and the guard of the
    /// change finds the others.
    public var presumesFreeClaims: Bool

    /// What planning comes to.
    public enum Planning: Sendable, Equatable {
        /// Everything was known.
        case planned(AcceptPlans)
        /// This has to be read first.
        case unknown(AcceptNeeds)
    }

    /// Nothing was read.
    public init(rules: [ScheduleRule] = [], presumesFreeClaims: Bool = false) {
        self.rules = rules
        self.presumesFreeClaims = presumesFreeClaims
    }

    /// Adds what was read later; of what was read twice the later counts.
    public mutating func add(_ other: AcceptFacts) {
        claims.merge(other.claims) { $1 }
        quota.add(other.quota)
        schedules.merge(other.schedules) { $1 }
    }

    /// Frees a claim for the planning of a trigger that takes it over from an earlier one, which holds it.
    public func freeing(_ claim: TriggerSubmission.Claim?, of earlier: TriggerID?) -> AcceptFacts {
        guard let claim, let earlier, case .some(let holder?) = claims[claim.key], holder.trigger == earlier else {
            return self
        }
        var facts = self
        facts.claims[claim.key] = .some(nil)
        return facts
    }

    /// Plans submissions in their order, each as if those before it were written.
    ///
    /// A claim that an earlier trigger holds makes a duplicate, and nothing of it is stored (R154, R156). Then its sender
    /// limits are asked; of one that they refuse nothing is stored either (R160). An entity's firings are planned once, as the
    /// last accepted trigger of the request leaves the entity.
    /// - Parameter submissions: what one request brings.
    /// - Returns: the plans, or what has to be read first for all of them.
    public func plan(_ submissions: [TriggerSubmission]) -> Planning {
        var draft = AcceptDraft(self)
        let plans = submissions.compactMap { draft.plan($0) }
        guard draft.needs.isEmpty else { return .unknown(draft.needs) }
        let consulted = draft.consulted.reduce(into: [EntityRef: Organisation.Facts?]()) { read, ref in
            read[ref] = quota.entities[ref] ?? nil
        }
        let entities = draft.scheduled.sorted { $0.key < $1.key }.compactMap { ref, entity in
            schedules[ref].map { PlannedEntity(from: $0, to: entity, by: rules) }
        }
        return .planned(AcceptPlans(plans: plans, consulted: consulted, entities: entities))
    }
}
