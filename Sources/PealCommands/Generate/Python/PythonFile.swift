/// The file of a catalog in Python: standard library only, and typed for `mypy --strict`.
struct PythonFile {
    private let description: ClientDescription

    init(_ description: ClientDescription) { self.description = description }

    /// All lines.
    var lines: [String] {
        let names = PythonNames.functions(description.functions)
        let functions = zip(description.functions, names).map { PythonFunction($0, name: $1) }
        return ClientHeader.lines(description, .python).map { "# \($0)" } + [
            "# It runs with Python 3.10 and later.", "",
        ]
            + PythonTypes.imports + [""] + vocabulary + PythonTypes.lines(hasEntities: hasEntities)
            + ["", ""] + PythonRuntime.problem + ["", ""] + PythonRuntime.userToken(app: description.app)
            + ["", ""] + PythonClass.head
            + functions.flatMap { [""] + SourceText.indented($0.method, by: 4) }
            + [""] + PythonClass.directory(hasEntities: hasEntities) + [""] + PythonClass.sending
            + ["", ""] + PythonRuntime.functions(hasEntities: hasEntities)
    }

    private var hasEntities: Bool { !description.entityTypes.isEmpty }

    private var vocabulary: [String] {
        var lines = ["#: How urgent a notification is.", "Priority = \(Self.union(description.priorities))"]
        if hasEntities {
            lines += ["#: The entity types of the catalog.", "EntityType = \(Self.union(description.entityTypes))"]
        }
        return lines
    }

    private static func union(_ words: [String]) -> String {
        "Literal[\(words.map(SourceText.literal).joined(separator: ", "))]"
    }

    /// A text of a catalog for a docstring, which it can neither end nor escape from.
    static func docstring(_ text: String, width: Int) -> [String] {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"\"\"", with: "\\\"\\\"\\\"")
        return SourceText.wrapped(escaped, width: width)
    }
}
