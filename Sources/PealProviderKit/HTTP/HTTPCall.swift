/// A request to a push service.
public struct HTTPCall: Sendable {
    /// The method.
    public var method: String
    /// Where to.
    public var url: String
    /// The headers.
    public var headers: [(name: String, value: String)]
    /// The body.
    public var body: [UInt8]
    /// How long the whole call may take.
    public var timeout: Duration
    /// How much of the answer's body is read.
    public var bodyLimit: Int

    /// Describes a request.
    public init(
        method: String = "POST",
        url: String,
        headers: [(name: String, value: String)],
        body: [UInt8],
        timeout: Duration,
        bodyLimit: Int = 64 * 1024
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.bodyLimit = bodyLimit
    }
}
