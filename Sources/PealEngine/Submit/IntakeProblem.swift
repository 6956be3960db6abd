public import PealCore

/// Why a draft was not accepted: one stable code and every problem found.
public struct IntakeProblem: Error, Sendable, Equatable {
    /// The problem code of the HTTP contract.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code.
        public let rawValue: String
        /// Names a code.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The catalog has no such type.
        public static let unknownType = Code(rawValue: "unknown-type")
        /// A declared variable is missing (R109).
        public static let missingVariable = Code(rawValue: "missing-variable")
        /// A variable is not declared.
        public static let unknownVariable = Code(rawValue: "unknown-variable")
        /// The audience is not in the type's `allow` (R063).
        public static let audienceNotAllowed = Code(rawValue: "audience-not-allowed")
        /// The type is once per transition and none was named (R154).
        public static let transitionRequired = Code(rawValue: "transition-required")
        /// The type needs a known entity, and nobody put this one (R119).
        public static let unknownEntity = Code(rawValue: "unknown-entity")
        /// Anything else that breaks a rule.
        public static let invalid = Code(rawValue: "invalid")
        /// A sender limit was reached (R160).
        public static let limitReached = Code(rawValue: "limit-reached")
        /// Too much is waiting already.
        public static let backlogFull = Code(rawValue: "backlog-full")
    }

    /// One problem and where it is.
    public struct Detail: Sendable, Equatable {
        /// What is wrong and how to mend it.
        public var detail: String
        /// A JSON pointer within the draft, for example `/data/title`.
        public var pointer: String
    }

    /// The code of the gravest problem.
    public var code: Code
    /// Every problem.
    public var details: [Detail]
    /// The limit that was reached.
    public var limit: ReachedLimit?
}
