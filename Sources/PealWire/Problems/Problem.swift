public import PealCore

/// An error answer (RFC 9457, `application/problem+json`).
public struct Problem: Error, Sendable, Equatable, CustomStringConvertible {
    /// The stable name.
    public var code: ProblemCode
    /// The HTTP status.
    public var status: Int
    /// What is special about this case; without it the first of ``errors`` speaks, or the code.
    public var detail: String?
    /// All problems of the request at once.
    public var errors: [FieldProblem]
    /// When to try again, in whole seconds.
    public var retryAfter: Int?
    /// The name of the limit that was reached.
    public var limit: String?
    /// When that limit has quota again.
    public var resetAt: Timestamp?
    /// Methods that are allowed, with 405.
    public var allow: [String]
    /// The codings of a body that are read, with 415 for another one.
    public var acceptEncoding: String?

    /// Describes a problem; the status follows the code unless given.
    public init(
        _ code: ProblemCode,
        _ detail: String? = nil,
        status: Int? = nil,
        errors: [FieldProblem] = [],
        retryAfter: Int? = nil,
        limit: String? = nil,
        allow: [String] = [],
        acceptEncoding: String? = nil
    ) {
        self.code = code
        self.status = status ?? code.status
        self.detail = detail
        self.errors = errors
        self.retryAfter = retryAfter
        self.limit = limit
        self.allow = allow
        self.acceptEncoding = acceptEncoding
    }

    /// An invalid member or query parameter.
    public static func invalid(_ detail: String, at pointer: String) -> Problem {
        Problem(.invalid, errors: [FieldProblem(detail, at: pointer)])
    }

    /// Code and detail in one line.
    public var description: String { "\(status) \(code.rawValue)" + (detail.map { ": \($0)" } ?? "") }

    /// Writes the answer's body, with the identifier under which the log knows the request.
    public func write(to writer: inout JSONWriter, requestID: String?) {
        writer.object { writer in
            writer.member("type", "urn:peal:problem:\(code.rawValue)")
            writer.member("title", code.title)
            writer.member("status", status)
            writer.member("detail", detail ?? errors.first?.detail ?? code.detail)
            writer.member("code", code.rawValue)
            writer.member("limit", limit)
            writer.member("resetAt", resetAt)
            if !errors.isEmpty {
                writer.array("errors", errors) { writer, error in
                    writer.object { writer in
                        writer.member("detail", error.detail)
                        writer.member("pointer", error.pointer)
                        if let line = error.line { writer.member("line", line) }
                    }
                }
            }
            writer.member("requestId", requestID)
        }
    }
}
