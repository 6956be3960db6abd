extension EntityRules {
    /// What is wrong with the members that a trigger asks for: an entity type, a role or a status that the catalog does not
    /// know (R058).
    /// - Parameters:
    ///   - query: the members.
    ///   - entity: what the trigger is about.
    /// - Returns: the problems, with pointers within the query.
    public func problems(with query: MemberQuery, of entity: EntityRef?) -> [Problem] {
        let type: EntityTypeID? =
            switch query.of {
            case .itself: entity?.type
            case .parent: entity.flatMap { catalog.entities[$0.type]?.parent }
            case .named(let ref): ref.type
            }
        guard let type else { return [] }
        guard let declaration = catalog.entities[type] else {
            return [Problem(detail: unknownType(type), pointer: "/of")]
        }
        func check(_ match: MemberMatch, at pointer: String) -> [Problem] {
            let names = [
                ("role", match.roles, declaration.roles), ("status", match.statuses, declaration.memberStatuses),
            ]
            return names.flatMap { key, asked, known in
                asked.enumerated().compactMap { index, name in
                    unknown(name, Self.kind(key), of: type, among: known).map {
                        Problem(detail: $0, pointer: "\(pointer)/\(key)/\(index)")
                    }
                }
            }
        }
        let all = MemberMatch(roles: query.roles, statuses: query.statuses)
        return query.any.enumerated().reduce(into: check(all, at: "")) { found, part in
            found += check(part.element, at: "/any/\(part.offset)")
        }
    }

    /// What is wrong with a member: a role or a status that the entity's type does not declare (R058).
    /// - Parameters:
    ///   - role: the member's role.
    ///   - status: the member's status.
    ///   - type: the type of the entity.
    /// - Returns: the problems, with pointers within the member.
    public func problems(withRole role: String?, status: String?, in type: EntityTypeID) -> [Problem] {
        guard let declaration = catalog.entities[type] else { return [Problem(detail: unknownType(type), pointer: "")] }
        let names = [("role", role, declaration.roles), ("status", status, declaration.memberStatuses)]
        return names.compactMap { key, name, known in
            name.flatMap { unknown($0, Self.kind(key), of: type, among: known) }.map {
                Problem(detail: $0, pointer: "/\(key)")
            }
        }
    }

    private static func kind(_ key: String) -> String { key == "status" ? "member status" : key }
}
