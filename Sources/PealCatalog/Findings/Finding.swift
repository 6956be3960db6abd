/// One thing that is wrong in a catalog file, and how to mend it.
public struct Finding: Sendable, Equatable, Hashable {
    /// How much it matters.
    public enum Severity: String, Sendable, CaseIterable {
        /// The catalog cannot be used.
        case error
        /// The catalog works, but probably not as meant.
        case warning
    }

    /// How much it matters.
    public var severity: Severity
    /// The file as it was named to the reader.
    public var file: String
    /// The line, from 1.
    public var line: Int
    /// The column, from 1.
    public var column: Int
    /// Where in the catalog, for example `types.assigned.body.en`.
    public var path: String
    /// The rule that was broken, for example `unknown-variable`.
    public var code: String
    /// What is wrong and how to mend it.
    public var message: String

    /// Joins the parts.
    public init(
        severity: Severity,
        file: String,
        line: Int,
        column: Int,
        path: String,
        code: String,
        message: String
    ) {
        self.severity = severity
        self.file = file
        self.line = line
        self.column = column
        self.path = path
        self.code = code
        self.message = message
    }
}
