/// An answer as it was given.
public struct StoredAnswer: Sendable, Equatable {
    /// SHA-256 of the request's bytes.
    public var requestHash: [UInt8]
    /// The status.
    public var status: Int
    /// The body.
    public var body: [UInt8]
    /// The user it is about: erasing them deletes it.
    public var user: UserID?

    /// Joins the parts.
    public init(requestHash: [UInt8], status: Int, body: [UInt8], user: UserID? = nil) {
        self.requestHash = requestHash
        self.status = status
        self.body = body
        self.user = user
    }
}
