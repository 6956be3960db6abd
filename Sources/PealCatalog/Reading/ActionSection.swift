import PealCore

/// Reads the buttons of a type.
struct ActionSection {
    let copy: CopySection

    /// How many members the payload of a button has at most: it is part of a push of 4 KiB.
    private static let maximumMembers = 10

    func read(_ field: Field) -> [ActionDeclaration] {
        guard let items = field.list() else { return [] }
        // Ten is what iOS shows at most.
        if items.count > 10 { field.error("too-many-actions", "at most 10 buttons; remove \(items.count - 10)") }
        var ids: Set<String> = []
        return items.compactMap { item in
            guard let members = item.mapping(["id", "title", "kind", "group", "link", "payload"]),
                let id = members.required("id", hint: "set the id of the button; replies contain it")?.string(.id),
                let title = members.required("title", hint: "add the button's text").map(copy.texts),
                let kind = members.required("kind", hint: "set it to open-app, quick-reply or dismiss")?.choice(
                    ActionKind.self
                )
            else { return nil }
            if !ids.insert(id).inserted { item.error("duplicate-id", "duplicate `\(id)`; remove one") }
            return ActionDeclaration(
                id: id,
                title: title,
                kind: kind,
                group: members["group"].flatMap(copy.texts),
                link: members["link"]?.template(),
                payload: members["payload"].map(payload) ?? [:]
            )
        }
    }

    private func payload(_ field: Field) -> [String: ActionDeclaration.Value] {
        let members = field.openMapping()?.all ?? []
        if members.count > Self.maximumMembers {
            field.error(
                "bad-value",
                "at most \(Self.maximumMembers) members; remove \(members.count - Self.maximumMembers)"
            )
        }
        var payload: [String: ActionDeclaration.Value] = [:]
        for (name, item) in members {
            if !NameShape.word.accepts(name) {
                item.error("bad-value", "`\(name.prefix(64))` is not \(NameShape.word.description)")
            }
            payload[name] = value(item)
        }
        return payload
    }

    private func value(_ field: Field) -> ActionDeclaration.Value? {
        guard case .scalar = field.node else {
            field.error("wrong-type", "expected a text, a number or a boolean, found \(field.node.kindName)")
            return nil
        }
        switch field.node.json {
        case .string(let text) where text.contains("{{"): return field.template().map { .template($0) }
        case .string: return field.string().map { .constant(.string($0)) }
        case .null:
            field.error("bad-value", "must not be empty")
            return nil
        case let constant: return .constant(constant)
        }
    }
}
