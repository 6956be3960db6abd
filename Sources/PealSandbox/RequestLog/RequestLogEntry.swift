public import PealCore

/// A push request a simulator received, and what it answered.
public struct RequestLogEntry: Sendable {
    /// Counts the entries of a request log.
    public var number: UInt64 = 0
    /// The provider that was played.
    public var provider: ProviderID
    /// The phone the push was for, when its token is a virtual phone's.
    public var phoneID: String?
    /// When it came.
    public var at: Timestamp
    /// The request's headers; credentials are masked.
    public var headers: [(name: String, value: String)]
    /// The request's body.
    public var payload: [UInt8]
    /// The status answered; 0 when the connection was dropped.
    public var status: Int
    /// The reason answered; `answer-lost` when the push was taken and the connection dropped before the answer.
    public var reason: String?

    /// Describes a request.
    public init(
        provider: ProviderID,
        phoneID: String?,
        at: Timestamp,
        headers: [(name: String, value: String)],
        payload: [UInt8],
        status: Int,
        reason: String?
    ) {
        self.provider = provider
        self.phoneID = phoneID
        self.at = at
        self.headers = headers
        self.payload = payload
        self.status = status
        self.reason = reason
    }

    /// The item of `GET /sandbox/pushes`.
    public var json: JSONValue {
        var members: [String: JSONValue] = [
            "number": .integer(Int64(number)),
            "provider": .string(provider.rawValue),
            "phoneId": phoneID.map { .string($0) } ?? .null,
            "at": .string(at.rfc3339),
            "payload": JSONText.parse(payload) ?? .string(String(decoding: payload, as: UTF8.self)),
            "answer": .object(["status": .integer(Int64(status)), "reason": reason.map { .string($0) } ?? .null]),
        ]
        members["headers"] = .object(
            Dictionary(headers.map { ($0.name, .string($0.value)) }, uniquingKeysWith: { first, _ in first })
        )
        return .object(members)
    }
}
