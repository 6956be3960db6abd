import PealCore

/// The file of a catalog in Swift: Foundation only, for any library that sends HTTP requests.
struct SwiftFile {
    private let description: ClientDescription

    init(_ description: ClientDescription) { self.description = description }

    /// All lines.
    var lines: [String] {
        let names = SwiftNames.functions(description.functions)
        let functions = zip(description.functions, names).map { SwiftFunction($0, name: $1) }
        return ClientHeader.lines(description, .swift).map { "// \($0)" } + SwiftRuntime.head
            + [""] + block("Peal", functions.map(\.method))
            + [""] + SwiftDirectory.lines(hasEntities: hasEntities)
            + [""] + block("Peal", vocabulary + description.audiences.map(audience))
            + [""] + SwiftTypes.lines(hasEntities: hasEntities)
            + [""] + SwiftJSON.lines(hasEntities: hasEntities)
            + [""] + SwiftRuntime.sending
    }

    private var hasEntities: Bool { !description.entityTypes.isEmpty }

    private func block(_ name: String, _ parts: [[String]]) -> [String] {
        ["extension \(name) {"] + SourceText.indented(Array(parts.joined(separator: [""])), by: 4) + ["}"]
    }

    private var vocabulary: [[String]] {
        let priorities = enumeration("Priority", description.priorities, "How urgent a notification is.")
        guard hasEntities else { return [priorities] }
        return [priorities, enumeration("EntityType", description.entityTypes, "The entity types of the catalog.")]
    }

    private func enumeration(_ name: String, _ words: [String], _ note: String) -> [String] {
        let cases = zip(SwiftNames.cases(words), words).map { "    case \($0) = \(SourceText.literal($1))" }
        return ["/// \(note)", "public enum \(name): String, Sendable, CaseIterable {"] + cases + ["}"]
    }

    private func audience(_ kinds: [AudienceKind]) -> [String] {
        let cases = kinds.flatMap { kind -> [String] in
            switch kind {
            case .users: ["/// The users that are named, at most 1000.", "case users([String])"]
            case .members: ["/// Members of an entity.", "case members(MemberQuery)"]
            case .owner: ["/// The owner of the trigger's entity.", "case owner"]
            case .all: ["/// Every user of the app.", "case all"]
            }
        }
        let values = kinds.map { kind in
            switch kind {
            case .users: "case .users(let users): [\"users\": .array(users.map(JSON.string))]"
            case .members: "case .members(let query): [\"members\": query.json]"
            case .owner: "case .owner: [\"owner\": true]"
            case .all: "case .all: [\"all\": true]"
            }
        }
        let body =
            cases + ["", "fileprivate var json: JSON {", "    switch self {"] + SourceText.indented(values, by: 4)
            + ["    }", "}"]
        return [
            "/// The recipients that a trigger may ask for.", "public enum \(SwiftNames.audience(kinds)): Sendable {",
        ]
            + SourceText.indented(body, by: 4) + ["}"]
    }

    /// A documentation comment of several paragraphs.
    static func comment(_ paragraphs: [String]) -> [String] {
        let blocks = paragraphs.map { text in SourceText.wrapped(text, width: 110).map { "/// \($0)" } }
        return Array(blocks.joined(separator: ["///"]))
    }
}
