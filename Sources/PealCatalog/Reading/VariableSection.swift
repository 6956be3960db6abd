import PealCore

/// Reads a type's declared variables.
struct VariableSection {
    let copy: CopySection

    func read(_ field: Field) -> [VariableDeclaration] {
        guard let members = field.openMapping() else { return [] }
        return members.all.compactMap { name, item -> VariableDeclaration? in
            if !NameShape.word.accepts(name) {
                item.error("bad-value", "`\(name.prefix(64))` is not \(NameShape.word.description)")
            } else if BuiltInVariable.all.contains(name) {
                item.error("bad-value", "`\(name)` is predefined; remove it or use another name")
            }
            guard let members = item.mapping(["type", "example", "optional", "default", "person", "from"]) else {
                return nil
            }
            let type = members.required("type", hint: "set it to string, instant, money …")?.choice(VariableType.self)
            guard let example = members.required("example", hint: "add a value that a trigger may send") else {
                return type.map { declaration(name, $0, .null, members) }
            }
            guard let type else { return nil }
            let json = example.node.json
            do throws(VariableValue.Problem) {
                _ = try VariableValue(json: json, as: type)
            } catch {
                example.error("bad-example", "is not a value of `type: \(type.rawValue)`: \(error.message)")
            }
            return declaration(name, type, json, members)
        }
    }

    /// Where a value comes from that a trigger omits.
    private enum Source: String, CaseIterable {
        case otherName = "other.name"
    }

    private func declaration(
        _ name: String,
        _ type: VariableType,
        _ example: JSONValue,
        _ members: Fields
    ) -> VariableDeclaration {
        let isOptional = members["optional"]?.bool() ?? false
        if !isOptional, let field = members["default"] {
            field.error("bad-value", "a required variable is never omitted; add `optional: true`, or remove `default`")
        }
        var declaration = VariableDeclaration(
            name: name,
            type: type,
            example: example,
            optional: isOptional,
            defaultText: members["default"].map(copy.texts),
            personal: members["person"]?.bool() ?? false
        )
        if let from = members["from"] {
            declaration.isOtherMember = from.choice(Source.self) != nil
            if type != .string { from.error("bad-value", "names are strings; say `type: string`") }
        }
        return declaration
    }
}
