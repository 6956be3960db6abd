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
        /// An entity has no parent, and its type needs one.
        public static let parentRequired = Code(rawValue: "parent-required")
        /// Nobody put the parent of an entity.
        public static let unknownParent = Code(rawValue: "unknown-parent")
        /// A sender limit counts by organisation, and it is unknown (R160).
        public static let unknownOrganisation = Code(rawValue: "unknown-organisation")
        /// The actor has none of the roles that the type asks for (R042).
        public static let actorNotAllowed = Code(rawValue: "actor-not-allowed")
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
        /// What is wrong and how to fix it.
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

extension IntakeProblem {
    /// What the directory has against a trigger.
    init(_ problems: [DirectoryCheck.Problem]) {
        self.init(
            code: problems.first.map { Code(rawValue: $0.code.rawValue) } ?? .invalid,
            details: problems.map { Detail(detail: $0.detail, pointer: $0.pointer) }
        )
    }
}
