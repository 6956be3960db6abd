/// One thing wrong with one part of a request.
public struct FieldProblem: Sendable, Equatable {
    /// What is wrong.
    public var detail: String
    /// Where, as a JSON pointer into the body (RFC 6901), or `?name` for a query member and `header:name` for a header.
    public var pointer: String

    /// Joins both parts.
    public init(_ detail: String, at pointer: String) {
        self.detail = detail
        self.pointer = pointer
    }
}
