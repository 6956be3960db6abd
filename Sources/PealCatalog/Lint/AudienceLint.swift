import PealCore

/// Looks at whom a type goes to (C21).
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

    private func lint(_ query: MemberQuery) {
        let base = "\(path).audience.default.members"
        let roles = RoleNames(catalog)
        for role in query.roles { roles.check(role, "\(base).role", log) }
        for (index, match) in query.any.enumerated() {
            for role in match.roles { roles.check(role, "\(base).any[\(index)].role", log) }
        }
        for (key, selector) in [("of", query.of), ("alsoMemberOf", query.alsoMemberOf)] {
            guard case .named(let entity) = selector, catalog.entities[entity.type] == nil else { continue }
            let hint = NearName.hint(for: entity.type.rawValue, among: catalog.entities.keys.map(\.rawValue))
            log.error("\(base).\(key)", "unknown-entity", "unknown entity type `\(entity.type)`\(hint)")
        }
    }
}
