import PealCore

/// Checks the audience of a type (C21).
struct AudienceLint {
    let catalog: Catalog
    let type: NotificationType
    let path: String
    let log: FindingLog

    func run() {
        let allowed = type.allowedAudiences
        if let standard = type.defaultAudience, !allowed.contains(standard.kind) {
            log.error(
                "\(path).audience.default",
                "audience-not-allowed",
                "`\(standard.kind.rawValue)` is not in `allow`; add it or use another default"
            )
        }
        if allowed.isEmpty, log.has("\(path).audience"), type.defaultAudience == nil,
            !log.has("\(path).audience.allow[0]"),
            !log.has("\(path).audience.default")
        {
            log.error(
                "\(path).audience",
                "audience-not-allowed",
                "no audience is allowed; list audiences under `allow`"
            )
        }
        if type.audienceLimit != nil, let wide = [AudienceKind.members, .all].first(where: reaches) {
            log.error(
                "\(path).audience.max",
                "bad-value",
                "`max` counts users that a trigger names, and the audience `\(wide.rawValue)` names none; remove one of them"
            )
        }
        if type.forbidsOwnSubject, allowed != [.users] {
            log.error(
                "\(path).actors.notRecipient",
                "bad-value",
                "it compares the actor with the users that a trigger names; allow only `users`, or remove it"
            )
        }
        let reachesAll = allowed.contains(.all) || type.defaultAudience == .all
        if reachesAll, !catalog.features.broadcast {
            log.error(
                "\(path).audience",
                "broadcast-off",
                "`all` needs `features.broadcast: true`; set it, or remove `all`"
            )
        }
        if case .members(let query) = type.defaultAudience { lint(query) }
    }

    /// Whether what the type is about can have a parent: of a scheduled type, its entity; of others, any entity.
    private var hasParent: Bool { about.contains { $0.parent != nil } }

    /// What the type can be about: a scheduled type its entity, others any.
    private var about: [EntityDeclaration] {
        type.schedule.flatMap { catalog.entities[$0.entity] }.map { [$0] } ?? Array(catalog.entities.values)
    }

    /// The entity types whose members a query may take.
    private func sources(_ query: MemberQuery) -> [EntityDeclaration] {
        switch query.of {
        case .itself: about
        case .parent: about.compactMap(\.parent).compactMap { catalog.entities[$0] }
        case .named(let entity): [catalog.entities[entity.type]].compactMap(\.self)
        }
    }

    private func reaches(_ kind: AudienceKind) -> Bool {
        type.allowedAudiences.contains(kind) || type.defaultAudience?.kind == kind
    }

    private func lint(_ query: MemberQuery) {
        let base = "\(path).audience.default.members"
        let roles = RoleNames(catalog)
        let statuses = MemberStatusNames(sources(query))
        for role in query.roles { roles.check(role, "\(base).role", log) }
        statuses.check(query.statuses, "\(base).status", log)
        for (index, match) in query.any.enumerated() {
            for role in match.roles { roles.check(role, "\(base).any[\(index)].role", log) }
            statuses.check(match.statuses, "\(base).any[\(index)].status", log)
        }
        for (key, selector) in [("of", query.of), ("alsoMemberOf", query.alsoMemberOf)] {
            if case .parent = selector, !hasParent {
                log.error(
                    "\(base).\(key)",
                    "no-parent",
                    "no entity that the type can be about has a `parent`, so the audience is empty; declare it under `entities`"
                )
            }
            guard case .named(let entity) = selector, catalog.entities[entity.type] == nil else { continue }
            let hint = NearName.hint(for: entity.type.rawValue, among: catalog.entities.keys.map(\.rawValue))
            log.error("\(base).\(key)", "unknown-entity", "unknown entity type `\(entity.type)`\(hint)")
        }
    }
}
