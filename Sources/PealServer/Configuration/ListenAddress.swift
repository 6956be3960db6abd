/// A host and a port to listen at, written `127.0.0.1:9100` or `[::1]:9100`.
public struct ListenAddress: Sendable, Equatable {
    /// The name or address of the host, without brackets.
    public var host: String
    /// The port; 0 takes a free one.
    public var port: Int

    /// Sets both.
    public init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Reads `host:port`; `nil` when it is none.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (0...65_535).contains(port)
        else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        guard !host.isEmpty, !host.contains(where: { $0 == "/" || $0 == " " || $0 == "[" || $0 == "]" }) else {
            return nil
        }
        self.init(host: String(host), port: port)
    }

    /// The same as the part of a URL.
    var authority: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
