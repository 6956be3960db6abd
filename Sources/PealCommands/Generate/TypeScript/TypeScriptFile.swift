/// The file of a catalog in TypeScript, for any runtime that has `fetch`.
struct TypeScriptFile {
    private let description: ClientDescription

    init(_ description: ClientDescription) { self.description = description }

    /// All lines.
    var lines: [String] {
        let header = ClientHeader.lines(description, .typescript).map { "// \($0)" }
        let functions = zip(
            description.functions,
            zip(TypeScriptNames.functions(description.functions), TypeScriptNames.inputs(description.functions))
        ).map { TypeScriptFunction($0, name: $1.0, input: $1.1) }
        return header + [""] + vocabulary + TypeScriptTypes.lines(hasEntities: hasEntities) + [""]
            + functions.flatMap { $0.input + [""] }
            + TypeScriptRuntime.problem + [""] + TypeScriptRuntime.userToken(app: description.app) + [""]
            + TypeScriptClass.head + functions.flatMap { [""] + SourceText.indented($0.method, by: 2) }
            + [""] + TypeScriptClass.directory(hasEntities: hasEntities)
            + [""] + TypeScriptClass.tail(hasEntities: hasEntities)
    }

    private var hasEntities: Bool { !description.entityTypes.isEmpty }

    private var vocabulary: [String] {
        var lines = [
            "/** How urgent a notification is. */", "export type Priority = \(Self.union(description.priorities));", "",
        ]
        if hasEntities {
            lines += [
                "/** The entity types of the catalog. */",
                "export type EntityType = \(Self.union(description.entityTypes));", "",
            ]
        }
        return lines
    }

    private static func union(_ words: [String]) -> String {
        words.map(SourceText.literal).joined(separator: " | ")
    }

    /// A documentation comment; no text can end it.
    static func comment(_ paragraphs: [String]) -> [String] {
        let texts = paragraphs.map { SourceText.wrapped($0.replacing("*/", with: "* /"), width: 110) }
        if let only = texts.first, texts.count == 1, only.count == 1 { return ["/** \(only[0]) */"] }
        let blocks = texts.map { lines in lines.map { " * \($0)" } }
        return ["/**"] + Array(blocks.joined(separator: [" *"])) + [" */"]
    }
}
