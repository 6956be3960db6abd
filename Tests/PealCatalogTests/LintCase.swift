import PealCatalog
import Testing

/// One broken catalog and the finding it must give.
struct LintCase: Sendable, CustomTestStringConvertible {
    /// The rule that must be named.
    var code: String
    /// The path that must be named; the line is the one that carries `# here`.
    var path: String
    /// What is replaced in the small catalog.
    var edits: [(String, String)]
    var severity: Finding.Severity
    /// Rules that the same fault breaks too.
    var also: [String]

    init(
        _ code: String,
        _ path: String,
        _ edits: (String, String)...,
        severity: Finding.Severity = .error,
        also: [String] = []
    ) {
        self.code = code
        self.path = path
        self.edits = edits
        self.severity = severity
        self.also = also
    }

    /// A case that adds lines at the top of the file.
    static func top(_ code: String, _ path: String, _ line: String) -> LintCase {
        LintCase(code, path, ("app: demo", "\(line) # here\napp: demo"))
    }

    /// A case that adds a member to the type.
    static func member(_ code: String, _ path: String, _ line: String, also: [String] = []) -> LintCase {
        LintCase(code, "types.first.\(path)", ("    link:", "    \(line) # here\n    link:"), also: also)
    }

    var testDescription: String { "\(code) at \(path): \(edits.last?.1 ?? "")" }
}
