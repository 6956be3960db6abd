import PealCore

/// Reads a type's declared variables.
enum VariableSection {
    static func read(_ field: Field) -> [VariableDeclaration] {
        guard let members = field.openMapping() else { return [] }
        return members.all.compactMap { name, item -> VariableDeclaration? in
            if !NameShape.word.accepts(name) {
                item.error("bad-value", "`\(name.prefix(64))` is not \(NameShape.word.description)")
            } else if BuiltInVariable.all.contains(name) {
                item.error("bad-value", "`\(name)` is predefined; remove it or use another name")
            }
            guard let members = item.mapping(["type", "example", "optional", "person"]) else { return nil }
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

    private static func declaration(
        _ name: String,
        _ type: VariableType,
        _ example: JSONValue,
        _ members: Fields
    ) -> VariableDeclaration {
        VariableDeclaration(
            name: name,
            type: type,
            example: example,
            optional: members["optional"]?.bool() ?? false,
            personal: members["person"]?.bool() ?? false
        )
    }
}
