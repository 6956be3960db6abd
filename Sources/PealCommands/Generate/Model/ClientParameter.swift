import PealCore

/// A parameter of a generated function.
struct ClientParameter: Equatable {
    /// What it takes.
    enum Kind: Equatable {
        /// A declared variable: a member of the trigger's `data`.
        case variable(VariableType)
        /// The recipients, of one of these kinds.
        case audience([AudienceKind])
        /// The entity that the trigger is about.
        case entity
        /// Entities to change in the same transaction.
        case entities
        /// Who caused it.
        case actor
        /// One of the app's priorities.
        case priority
        /// A moment.
        case instant
        /// Any text.
        case text
    }

    /// The name in the request.
    let name: String
    /// What it takes.
    let kind: Kind
    /// Whether a trigger without it is rejected.
    let isRequired: Bool
    /// What it means, as plain text.
    let note: String

    /// Whether it is a member of the trigger's `data`.
    var isVariable: Bool { if case .variable = kind { true } else { false } }

    /// Names of all parameters that are not variables; a variable of such a name gets another in the generated code.
    static let optionNames = [
        "to", "entity", "entities", "transition", "actor", "priority", "sendAt", "sendAtLocal", "cancelKey",
        "idempotencyKey",
    ]
}
