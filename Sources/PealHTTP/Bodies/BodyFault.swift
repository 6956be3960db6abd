import PealWire

/// Why a body was not read to its end; none of it is the server's fault.
enum BodyFault: Error, Equatable {
    /// It took longer than a body may.
    case overdue
    /// Other bodies needed its memory.
    case gaveWay
    /// It is larger than its call allows.
    case tooLarge
    /// It is no valid HTTP, or the connection was lost.
    case broken
    /// `Content-Encoding` says gzip, and it is none.
    case notGzip

    /// What its sender is told.
    func problem(limit: Int) -> Problem {
        switch self {
        case .overdue: Problem(.requestTimeout, "the body did not arrive in time; send it again, without pauses")
        case .gaveWay:
            Problem(.overloaded, "too many bodies are being received; send it again", retryAfter: 1, limit: "bodies")
        case .tooLarge: Problem(.bodyTooLarge, "the body is larger than \(limit / 1024) KiB")
        case .broken:
            Problem(.invalid, "the body is not valid HTTP: check its length, chunks and transfer coding", status: 400)
        case .notGzip:
            Problem(
                .invalid,
                status: 400,
                errors: [
                    FieldProblem("says gzip, and the body is not whole gzip (RFC 1952)", at: "header:Content-Encoding")
                ]
            )
        }
    }
}
