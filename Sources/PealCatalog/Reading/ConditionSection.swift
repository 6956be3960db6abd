import PealCore

/// Reads conditions; there is no expression language (design §3).
enum ConditionSection {
    private static let keys = ["recipientRole", "actorKind", "recipientOwns", "data", "all", "any"]

    static func read(_ field: Field) -> Condition? {
        guard let members = field.mapping(keys) else { return nil }
        guard members.entries.count == 1, let only = members.all.first, keys.contains(only.key) else {
            field.error(
                "bad-value",
                "must have exactly one of \(keys.joined(separator: ", ")); combine several with `all` or `any`"
            )
            return nil
        }
        let inner = only.field
        switch only.key {
        case "recipientRole":
            guard let list = nonEmpty(inner) else { return nil }
            return .recipientRole(Set(uniqueNames(list, shape: .word)))
        case "actorKind":
            guard let list = nonEmpty(inner) else { return nil }
            return .actorKind(Set(list.compactMap { $0.choice(ActorType.self) }))
        case "recipientOwns": return owns(inner)
        case "data": return data(inner)
        default:
            guard let list = inner.list() else { return nil }
            guard !list.isEmpty else {
                inner.error("bad-value", "the list is empty; add a condition")
                return nil
            }
            let parts = list.compactMap(read)
            guard parts.count == list.count else { return nil }
            return only.key == "all" ? .all(parts) : .any(parts)
        }
    }

    private static func nonEmpty(_ field: Field) -> [Field]? {
        guard let list = field.oneOrMore() else { return nil }
        guard !list.isEmpty else {
            field.error("bad-value", "the list is empty, so it never applies; add a value")
            return nil
        }
        return list
    }

    private static func owns(_ field: Field) -> Condition? {
        guard let members = field.mapping(["entity", "status"]),
            let entity = members.required("entity", hint: "set an entity type")?.string(.id)
        else { return nil }
        let statuses = members["status"]?.oneOrMore().map { uniqueNames($0, shape: .word) } ?? []
        return .recipientOwns(EntityTypeID(entity), status: Set(statuses))
    }

    private static func data(_ field: Field) -> Condition? {
        guard let members = field.openMapping() else { return nil }
        let parts = members.all.map { Condition.data(name: $0.key, value: $0.field.node.json) }
        guard let first = parts.first else {
            field.error("bad-value", "the mapping is empty; add a variable and its value")
            return nil
        }
        return parts.count == 1 ? first : .all(parts)
    }
}
