/// A URL that passed the rules and was put together anew from its parts, so that no two readers can differ about it.
public struct GuardedURL: Sendable, Equatable {
    /// The host in lower case: a name, or an address where an exception allows one.
    public let host: String
    /// The port.
    public let port: Int
    /// Path and query.
    public let target: String
    /// Whether an exception of the operator's covers it, so that its address is not asked about.
    public let isException: Bool
    /// Whether the exception says that it is reached without TLS.
    public let isClear: Bool

    /// Scheme, host and port as the owner of the URL knows them; the port is left out when it is 443.
    public var origin: String { "https://" + authority(defaultPort: 443) }

    /// The URL that is called.
    public var text: String {
        (isClear ? "http://" + authority(defaultPort: 80) : origin) + target
    }

    /// The address the host is, if it is one.
    var address: IPAddress? { IPAddress(host) }

    private func authority(defaultPort: Int) -> String {
        let name = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
        return port == defaultPort ? name : "\(name):\(port)"
    }
}
