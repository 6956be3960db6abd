extension AudienceQuestion {
    /// What a backend is told about the audience, in words that say how to fix it.
    /// - Parameters:
    ///   - facts: what the directory says.
    ///   - brought: the entities that come with the trigger, which count as stored.
    /// - Returns: the warnings; empty when the audience has recipients and none of them is unknown.
    public func warnings(_ facts: AudienceReach, brought: Set<EntityRef>) -> [RequestWarning] {
        var warnings: [RequestWarning] = []
        if !facts.strangers.isEmpty { warnings.append(Self.unknown(facts.strangers)) }
        if facts.reachesUser == false {
            warnings.append(RequestWarning(.audienceEmpty, reason(facts, brought: brought)))
        }
        return warnings
    }

    private static func unknown(_ users: [UserID]) -> RequestWarning {
        let names = users.prefix(userLimit).map { "`\($0)`" }.joined(separator: ", ")
        let more = users.count > userLimit ? " and \(users.count - userLimit) more" : ""
        let noun = users.count == 1 ? "user" : "users"
        return RequestWarning(
            .unknownUser,
            "unknown \(noun) \(names)\(more); check the spelling, or put them with PUT /api/v1/users/{userId}"
        )
    }

    /// Why nobody is reached; it ends with what to do.
    private func reason(_ facts: AudienceReach, brought: Set<EntityRef>) -> String {
        if let actor = facts.leftOut {
            return """
                the only recipient is the actor `\(actor)`, and the type leaves out its actor: nobody is notified; set \
                `includeActor: true` in the catalog where an actor is to be notified
                """
        }
        switch audience {
        case .users: return "no user in `to` exists, so nobody is notified"
        case .all: return "the app has no users yet; put them with PUT /api/v1/users/{userId}"
        case .owner:
            guard let entity else { return "the recipient is the owner of the entity; send `entity`" }
            guard facts.isStored || brought.contains(entity) else { return Self.unknown(entity) }
            if !facts.strangers.isEmpty {
                return "the owner of `\(entity)` is not a user of the app, so nobody is notified"
            }
            return "`\(entity)` has no owner; set its `ownerId`"
        case .members(let query): return reason(query, facts, brought: brought)
        }
    }

    private func reason(_ query: MemberQuery, _ facts: AudienceReach, brought: Set<EntityRef>) -> String {
        guard let source = facts.source else {
            guard let entity else { return "the recipients are members of the entity's parent; send `entity`" }
            guard facts.isStored || brought.contains(entity) else { return Self.unknown(entity) }
            return """
                `\(entity)` has no parent, and the recipients are the parent's members; put it with its `parent`, or send \
                `parent` with PATCH /api/v1/entities/\(entity)
                """
        }
        guard facts.isStored || brought.contains(source) else { return Self.unknown(source) }
        if !facts.strangers.isEmpty { return "the members of `\(source)` are unknown users, so nobody is notified" }
        let path = "/api/v1/entities/\(source)/members/{userId}"
        return "`\(source)` has no members\(Self.wanted(query)); put them with PUT \(path)"
    }

    private static func unknown(_ entity: EntityRef) -> String {
        "`\(entity)` is unknown; check its id, put it, or send it with the trigger under `entities`"
    }

    /// What is asked of members, as the end of a sentence.
    private static func wanted(_ query: MemberQuery) -> String {
        let all = wanted(MemberMatch(roles: query.roles, statuses: query.statuses))
        let any = query.any.map(wanted).joined(separator: " or ")
        let parts = [all, any].filter { !$0.isEmpty }
        let other = query.alsoMemberOf.map { _ in " who are also members of the other entity" } ?? ""
        return (parts.isEmpty ? "" : " with " + parts.joined(separator: " and ")) + other
    }

    private static func wanted(_ match: MemberMatch) -> String {
        [("role", match.roles), ("status", match.statuses)].filter { !$1.isEmpty }.map { kind, names in
            "the \(kind) " + names.map { "`\($0)`" }.joined(separator: " or ")
        }.joined(separator: " and ")
    }
}
