extension Condition {
    /// Whether the condition holds for a trigger and a recipient.
    public func holds(for question: Decider.Question) -> Bool {
        switch self {
        case .recipientRole(let roles):
            !roles.isDisjoint(with: question.recipient.roles)
        case .actorKind(let kinds):
            question.trigger.actor.map { kinds.contains($0.kind) } ?? false
        case .recipientOwns(let type, let status):
            question.recipient.owned.contains { owned in
                owned.type == type && (status.isEmpty || owned.status.map(status.contains) ?? false)
            }
        case .data(let name, let value):
            question.trigger.data[name] == value
        case .all(let parts):
            parts.allSatisfy { $0.holds(for: question) }
        case .any(let parts):
            parts.contains { $0.holds(for: question) }
        }
    }

    /// Entity types whose owners the condition asks for.
    public var ownedTypes: Set<EntityTypeID> {
        switch self {
        case .recipientOwns(let type, _): [type]
        case .all(let parts), .any(let parts): parts.reduce(into: []) { $0.formUnion($1.ownedTypes) }
        case .recipientRole, .actorKind, .data: []
        }
    }
}
