public import PealCore

/// What became of a request.
///
/// A lost answer and a request that never left are not the same thing: only the second one can be sent again without the
/// risk of a second copy.
public enum HTTPResult: Sendable {
    /// The service answered.
    case answered(HTTPAnswer)
    /// Nothing of the request reached the service; why, as a code.
    case notSent(reason: String)
    /// The request left, or may have left, and no answer came; why, as a code.
    case answerLost(reason: String)

    /// The reasons of calls whose time was up.
    static let timeouts: Set = ["deadline-exceeded", "read-timeout"]
}

/// A push service's answer.
public struct HTTPAnswer: Sendable {
    /// The status code.
    public var status: Int
    /// The headers.
    public var headers: [(name: String, value: String)]
    /// The body; empty when it was longer than the limit or broke off.
    public var body: [UInt8]

    /// Joins the parts.
    public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// When the service answered, by its own clock (RFC 9110, 6.6.1); of an answer from a cache, with its age.
    public var date: Timestamp? {
        guard let date = header("date").flatMap(HTTPDate.parse) else { return nil }
        let age = header("age").flatMap { Int64($0) } ?? 0
        return date + .seconds(min(max(age, 0), 86_400))
    }

    /// The first header of a name, in any case.
    public func header(_ name: String) -> String? {
        let wanted = name.lowercased()
        return headers.first { $0.name.lowercased() == wanted }?.value
    }
}
