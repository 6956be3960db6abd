/// Where a service is that Peal calls with credentials, or for keys.
public struct ServiceAddress: Sendable, Hashable {
    /// The URL.
    public var url: String
    /// Additional CA certificates, as PEM.
    public var trustRoots: String?

    /// Joins both parts.
    public init(_ url: String, trustRoots: String? = nil) {
        self.url = url
        self.trustRoots = trustRoots
    }
}
