/// What differs between services that are spoken to over HTTP/2.
package struct HTTP2Conduct: Sendable {
    /// Whether a status shows that the service takes our credentials; until one does, one request is sent at a time.
    ///
    /// `nil` when the service has no such rule.
    package var provesCredentials: (@Sendable (Int) -> Bool)?
    /// Reads a reason from the body of an error, or from the debug data of a GOAWAY.
    package var reason: @Sendable ([UInt8]) -> String?
    /// Reasons that announce the end of a connection on which nothing is wrong.
    package var farewells: Set<String>
    /// The largest body that is kept of an answer, in bytes.
    package var bodyLimit: Int

    /// A service without rules of its own.
    package init(
        provesCredentials: (@Sendable (Int) -> Bool)? = nil,
        reason: @escaping @Sendable ([UInt8]) -> String? = { _ in nil },
        farewells: Set<String> = [],
        bodyLimit: Int = 16_384
    ) {
        self.provesCredentials = provesCredentials
        self.reason = reason
        self.farewells = farewells
        self.bodyLimit = bodyLimit
    }
}
