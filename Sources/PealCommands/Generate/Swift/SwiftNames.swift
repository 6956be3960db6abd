import PealCore

/// The names of a generated Swift file.
enum SwiftNames {
    /// Words that are names in backticks.
    private static let keywords: Set<String> = [
        "any", "as", "associatedtype", "await", "borrowing", "break", "case", "catch", "class", "consuming", "continue",
        "default",
        "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func",
        "guard", "if", "import", "in", "inout", "internal", "is", "let", "nil", "operator", "package",
        "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "some", "static", "struct",
        "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]
    /// Words that are no names in backticks either, or would still be read as something else.
    private static let impossible: Set<String> = ["_", "init", "self", "Self", "Type", "Protocol", "rawValue"]

    private static let members: Set<String> = [
        "putUser", "putEntity", "putMember", "putMembers", "deleteMember", "cancel", "cancelByKey", "url", "secretKey",
        "attempts", "send", "trigger", "call", "pause",
    ]

    /// The method of each type.
    static func functions(_ functions: [ClientFunction]) -> [String] {
        NameTable.names(functions.map { NameWords($0.type).camel }, reserved: members.union(impossible)).map(escaped)
    }

    /// The cases of an enumeration for words of a catalog.
    static func cases(_ words: [String]) -> [String] {
        NameTable.names(words.map { NameWords($0).camel }, reserved: impossible.union(["hashValue"])).map(escaped)
    }

    /// The parameters of a type; a variable that is named like an option gets another name.
    static func parameters(_ function: ClientFunction) -> [String: String] {
        var table = NameTable(reserved: impossible.union(ClientParameter.optionNames))
        return Dictionary(
            function.variables.map { ($0.name, escaped(table.add(NameWords($0.name).camel))) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The enumeration of a set of kinds: `MembersOrUsers`.
    static func audience(_ kinds: [AudienceKind]) -> String {
        kinds.map { NameWords($0.rawValue).pascal }.joined(separator: "Or") + "Audience"
    }

    private static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }
}
