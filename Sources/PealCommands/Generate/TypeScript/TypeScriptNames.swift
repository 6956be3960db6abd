/// The names of a generated TypeScript file.
enum TypeScriptNames {
    /// What the class has anyway; a method may have any other name, that of a keyword as well.
    private static let members: Set<String> = [
        "constructor", "putUser", "putEntity", "putMember", "putMembers", "deleteMember", "cancel", "cancelByKey",
        // What every object has; and a promise of one that has `then` would call it.
        "toString", "toLocaleString", "valueOf", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "then",
    ]

    /// The method of each type.
    static func functions(_ functions: [ClientFunction]) -> [String] {
        NameTable.names(functions.map { NameWords($0.type).camel }, reserved: members)
    }

    /// The interface of the parameters of each type.
    static func inputs(_ functions: [ClientFunction]) -> [String] {
        NameTable.names(functions.map { NameWords($0.type).pascal + "Input" }, reserved: [])
    }

    /// The members of the parameters of a type; a variable that is named like an option gets another name.
    static func parameters(_ function: ClientFunction) -> [String: String] {
        var table = NameTable(reserved: Set(ClientParameter.optionNames))
        return Dictionary(
            function.variables.map { ($0.name, table.add(NameWords($0.name).camel)) },
            uniquingKeysWith: { first, _ in first }
        )
    }
}
