extension NotificationType {
    /// Whether a trigger must be about an entity that was put, so that its organisation is known (R119).
    public var needsKnownEntity: Bool { entityRequirement == .known }

    /// Whether copy, link, thread, group, collapse key or buttons use a variable.
    public func uses(variable name: String) -> Bool { templates.contains { $0.variableNames.contains(name) } }

    /// Every template that a notification of this type is rendered from.
    public var templates: [Template] {
        Array(title.byLocale.values) + Array(body.byLocale.values) + [link]
            + [thread, group, collapse].compactMap(\.self)
            + actions.flatMap(\.templates)
    }

    /// Entity types whose owners its conditions ask for.
    public var ownedTypes: Set<EntityTypeID> {
        var types = condition?.ownedTypes ?? []
        for condition in conditionalBypass.values { types.formUnion(condition.ownedTypes) }
        for rule in priority.rules { types.formUnion(rule.condition.ownedTypes) }
        return types
    }
}
