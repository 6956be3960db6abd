/// The members of a mapping being read.
struct Fields {
    let entries: [SourceNode.Entry]
    let path: String
    let log: FindingLog

    /// Every member, in the order of the file.
    var all: [(key: String, field: Field)] {
        entries.map { ($0.key, Field(node: $0.value, path: path($0.key), log: log)) }
    }

    /// The member of that name, when there is one.
    subscript(_ key: String) -> Field? {
        entries.first { $0.key == key }.map { Field(node: $0.value, path: path(key), log: log) }
    }

    /// The member of that name; its absence is an error.
    func required(_ key: String, hint: String) -> Field? {
        if let field = self[key] { return field }
        log.error(path(key), "missing-key", "`\(key)` is missing; \(hint)")
        return nil
    }

    /// The path of a member.
    func path(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
}
