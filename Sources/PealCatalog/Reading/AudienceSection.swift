import PealCore

/// Reads audiences: the default one as triggers write it, and the kinds a trigger may ask for.
enum AudienceSection {
    /// The parts of a type's `audience`.
    struct Rule {
        var standard: Audience?
        var allowed: Set<AudienceKind>
        var limit: Int?
    }

    static func read(_ field: Field) -> Rule {
        var rule = Rule(standard: nil, allowed: [])
        guard let members = field.mapping(["default", "allow", "max"]) else { return rule }
        rule.limit = members["max"]?.integer(in: 1...1_000)
        if let item = members["default"] { rule.standard = audience(item) }
        if let list = members["allow"]?.oneOrMore() {
            rule.allowed = Set(list.compactMap { $0.choice(AudienceKind.self) })
        } else if let standard = rule.standard {
            rule.allowed = [standard.kind]
        }
        return rule
    }

    private static func audience(_ field: Field) -> Audience? {
        if case .scalar(let text, _) = field.node {
            switch text {
            case "owner": return .owner
            case "all": return .all
            default:
                field.error("bad-value", "use `owner`, `all` or `{members: {of: parent}}`")
                return nil
            }
        }
        guard let members = field.mapping(["members", "owner", "all"]), let first = members.all.first,
            members.entries.count == 1
        else {
            field.error("bad-value", "must have exactly one of members, owner, all")
            return nil
        }
        switch first.key {
        case "members": return query(first.field).map(Audience.members)
        case "owner", "all":
            guard first.field.bool() == true else {
                field.error("bad-value", "use `\(first.key): true`, or omit `default`")
                return nil
            }
            return first.key == "owner" ? .owner : .all
        default: return nil
        }
    }

    private static func query(_ field: Field) -> MemberQuery? {
        guard let members = field.mapping(["of", "role", "status", "any", "alsoMemberOf"]),
            let entity = members.required("of", hint: "use `self`, `parent` or an entity `type/id`"),
            let of = selector(entity)
        else { return nil }
        return MemberQuery(
            of: of,
            roles: words(members["role"]),
            statuses: words(members["status"]),
            any: members["any"]?.list().map { $0.compactMap(match) } ?? [],
            alsoMemberOf: members["alsoMemberOf"].flatMap(selector)
        )
    }

    /// Members by role and status, one of which must be named.
    private static func match(_ field: Field) -> MemberMatch? {
        guard let members = field.mapping(["role", "status"]) else { return nil }
        let match = MemberMatch(roles: words(members["role"]), statuses: words(members["status"]))
        guard match != MemberMatch() else {
            field.error("bad-value", "takes every member; set `role` or `status`")
            return nil
        }
        return match
    }

    private static func words(_ field: Field?) -> [String] {
        field?.oneOrMore().map { uniqueNames($0, shape: .word) } ?? []
    }

    private static func selector(_ field: Field) -> EntitySelector? {
        guard let text = field.string() else { return nil }
        guard let selector = EntitySelector(text) else {
            field.error("bad-value", "invalid entity `\(text.prefix(64))`; use `self`, `parent` or `type/id`")
            return nil
        }
        return selector
    }
}
