/// The names of a generated Python file.
enum PythonNames {
    private static let keywords: Set<String> = [
        "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else", "except",
        "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass",
        "raise", "return", "try", "while", "with", "yield",
    ]

    /// A method of such a name would hide what the annotations of later methods mean.
    private static let annotations: Set<String> = [
        "bool", "datetime", "decimal", "dict", "float", "int", "list", "object", "staticmethod", "str", "tuple",
    ]

    private static let members: Set<String> = [
        "put_user", "put_entity", "put_member", "put_members", "delete_member", "cancel", "cancel_by_key",
    ]

    /// The method of each type.
    static func functions(_ functions: [ClientFunction]) -> [String] {
        let reserved = keywords.union(annotations).union(members)
        return NameTable.names(functions.map { NameWords($0.type).snake }, reserved: reserved)
    }

    /// The parameters of a type; a variable that is named like an option or a keyword gets another name.
    static func parameters(_ function: ClientFunction) -> [String: String] {
        let options = ClientParameter.optionNames.map { NameWords($0).snake }
        var table = NameTable(reserved: keywords.union(options).union(["self"]))
        return Dictionary(
            function.variables.map { ($0.name, table.add(NameWords($0.name).snake)) },
            uniquingKeysWith: { first, _ in first }
        )
    }
}
