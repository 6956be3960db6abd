/// One thing wrong with one part of a request.
public struct FieldProblem: Sendable, Equatable {
    /// What is wrong.
    public var detail: String
    /// Where, as a JSON pointer into the body (RFC 6901), `?name` for a query member, `header:name` for a header, or
    /// `path:name` for a part of the path.
    public var pointer: String
    /// The line of a body that people write by hand, from 1.
    public var line: Int?

    /// Joins the parts.
    public init(_ detail: String, at pointer: String, line: Int? = nil) {
        self.detail = detail
        self.pointer = pointer
        self.line = line
    }
}
