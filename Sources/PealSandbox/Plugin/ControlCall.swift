import Hummingbird
public import PealCore

/// A control call to simulators that run as a process of their own.
public struct ControlCall: Sendable {
    /// Method and path, such as `GET /ledger`.
    public let operation: String
    /// The parameters of the query.
    public let query: [String: String]
    /// The body.
    public let body: [UInt8]

    init(_ request: Request, body: [UInt8]) {
        operation = "\(request.method.rawValue) \(request.uri.path)"
        query = Dictionary(
            request.uri.queryParameters.map { (String($0), String($1)) },
            uniquingKeysWith: { first, _ in first }
        )
        self.body = body
    }

    /// The members of the body.
    public func members() throws(SimulatorRefusal) -> [String: JSONValue] {
        guard let value = JSONText.parse(body) else {
            throw SimulatorRefusal(status: 400, detail: "the body is not JSON")
        }
        guard let members = value.object else { throw SimulatorRefusal(detail: "the body must be an object") }
        return members
    }
}
