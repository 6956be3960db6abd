import PealCore

/// Reads the categories.
struct CategorySection {
    let copy: CopySection
    let defaults: ChannelSwitches

    private static let keys = [
        "key", "name", "title", "description", "icon", "adjustable", "defaults", "mandatory", "toggle",
    ]

    func read(_ fields: Fields) -> [PealCore.Category] {
        guard let field = fields.required("categories", hint: "declare what users can switch on and off") else {
            return []
        }
        var categories: [PealCore.Category] = []
        for (name, item) in field.openMapping()?.all ?? [] {
            checkID(name, item)
            guard let members = item.mapping(Self.keys) else { continue }
            let empty = LocalizedText(byLocale: [:], fallbackLocale: copy.defaultLocale)
            let title = members.required("title", hint: "add the title of the settings row").map(copy.texts) ?? empty
            let category = PealCore.Category(
                id: CategoryID(name),
                key: members["key"]?.string(.key) ?? Self.camelCase(name),
                name: members["name"]?.string(.id) ?? name,
                title: title,
                description: members["description"].map(copy.texts) ?? empty,
                icon: members["icon"]?.string(.word) ?? "bell",
                adjustable: members["adjustable"]?.bool() ?? true,
                defaults: members["defaults"].map { PolicySection.switches($0, from: defaults) } ?? defaults,
                mandatory: members["mandatory"].flatMap(mandatory) ?? .never,
                toggle: members["toggle"]?.choice(CategoryToggle.self) ?? .all
            )
            for other in categories where other.key == category.key {
                item.error(
                    "duplicate-id",
                    "`\(other.id)` has the same key `\(category.key)`; set another `key`"
                )
            }
            for other in categories where other.name == category.name {
                item.error(
                    "duplicate-id",
                    "`\(other.id)` has the same name `\(category.name)`; set another `name`"
                )
            }
            categories.append(category)
        }
        return categories
    }

    private func mandatory(_ field: Field) -> MandatoryRule? {
        if case .scalar(let text, _) = field.node {
            if text == "always" { return .always }
            field.error("bad-value", "use `always` or `{roles: [admin]}`")
            return nil
        }
        guard let members = field.mapping(["roles", "of"]),
            let list = members.required("roles", hint: "list the roles for which it is mandatory")?.oneOrMore()
        else { return nil }
        let roles = uniqueNames(list, shape: .word)
        if list.isEmpty { field.error("bad-value", "the list is empty; add a role or remove `mandatory`") }
        let types = members["of"]?.oneOrMore().map { uniqueNames($0, shape: .id) } ?? []
        return .roles(Set(roles), of: Set(types.map { EntityTypeID($0) }))
    }

    /// `dd-requests` → `ddRequests`.
    private static func camelCase(_ id: String) -> String {
        let parts = id.split(separator: "-")
        guard let first = parts.first else { return id }
        return first + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}
