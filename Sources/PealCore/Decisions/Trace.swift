/// Why a decision came out as it did: one entry a stage, also for stages that let it pass.
///
/// It is written for people and never read to decide; what a later decision needs is a value of ``Decision``.
public struct Trace: Sendable, Equatable {
    /// One stage's entry.
    public struct Step: Sendable, Equatable {
        /// The stage.
        public var stage: Stage
        /// What it did.
        public var outcome: Outcome
        /// Why, when it stood in the way.
        public var reason: Reason?
        /// What a sentence about it needs in addition.
        public var detail: Detail?

        /// Joins the parts.
        public init(_ stage: Stage, _ outcome: Outcome, _ reason: Reason? = nil, _ detail: Detail? = nil) {
            self.stage = stage
            self.outcome = outcome
            self.reason = reason
            self.detail = detail
        }
    }

    /// What a stage did.
    public enum Outcome: String, Sendable, CaseIterable {
        /// Nothing stood in the way.
        case pass
        /// It stopped one channel or all.
        case stop
        /// It put the push off.
        case hold
        /// It overrode what a user chose.
        case override
        /// The push had ended before this stage.
        case skip
        /// A held push was decided again from here on.
        case release
    }

    /// The entries in order.
    public var steps: [Step]

    /// Joins entries.
    public init(_ steps: [Step] = []) { self.steps = steps }
}
