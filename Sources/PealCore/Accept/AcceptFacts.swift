/// What acceptances are planned from: who holds claims, and what sender limits ask for.
///
/// Only what was asked for is there. A plain trigger, which has no claim, no limit and no scheduled entity, needs nothing.
public struct AcceptFacts: Sendable, Equatable {
    /// The claims that were read; `nil` for a free one.
    public var claims: [String: ClaimHolder?] = [:]
    /// What sender limits are asked with.
    public var quota = QuotaFacts()
    /// Whether a claim that was not read is taken for free: most are, and the guard of the change finds the others.
    public var presumesFreeClaims = false

    /// What planning comes to.
    public enum Planning: Sendable, Equatable {
        /// Everything was known.
        case planned(AcceptPlans)
        /// This has to be read first.
        case unknown(AcceptNeeds)
    }

    /// Nothing was read.
    public init(presumesFreeClaims: Bool = false) { self.presumesFreeClaims = presumesFreeClaims }

    /// Adds what was read later; of what was read twice the later counts.
    public mutating func add(_ other: AcceptFacts) {
        claims.merge(other.claims) { $1 }
        quota.add(other.quota)
    }

    /// Plans submissions in their order, each as if those before it were written.
    ///
    /// A claim that an earlier trigger holds makes a duplicate, and nothing of it is stored (R154, R156). Then its sender
    /// limits are asked; of one that they refuse nothing is stored either (R160).
    /// - Parameter submissions: what one request brings.
    /// - Returns: the plans, or what has to be read first for all of them.
    public func plan(_ submissions: [TriggerSubmission]) -> Planning {
        var draft = AcceptDraft(self)
        let plans = submissions.compactMap { draft.plan($0) }
        guard draft.needs.isEmpty else { return .unknown(draft.needs) }
        let consulted = draft.consulted.reduce(into: [EntityRef: Organisation.Facts?]()) { read, ref in
            read[ref] = quota.entities[ref] ?? nil
        }
        return .planned(AcceptPlans(plans: plans, consulted: consulted))
    }
}
