import PealCore

/// Where clients find the server: its origin, and the path below which a proxy serves it.
public struct PublicURL: Sendable, Equatable {
    /// The address, without a slash at its end.
    public let text: String
    /// The path, without a slash at its end; empty at the root of its origin.
    public let path: String

    /// Reads `https://host[:port][/path]`; `nil` for anything else.
    public init?(_ written: String) {
        let scheme = ["https://", "http://"].first { written.hasPrefix($0) }
        guard let scheme, (1...512).contains(written.utf8.count) else { return nil }
        var rest = written.dropFirst(scheme.count)
        while rest.hasSuffix("/") { rest.removeLast() }
        let host = rest.prefix { $0 != "/" }
        let path = rest.dropFirst(host.count)
        let isHost = !host.isEmpty && host.utf8.allSatisfy { $0.isASCIIAlphanumeric || ".-:[]".utf8.contains($0) }
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        // Letters that mean themselves in every address, so that a proxy and the router see the same path.
        let isPlain = segments.allSatisfy { segment in
            !segment.isEmpty && segment != "." && segment != ".."
                && segment.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-._~".utf8.contains($0) }
        }
        guard isHost, isPlain else { return nil }
        text = scheme + rest
        self.path = String(path)
    }

    /// A path of the server without the path that the proxy passed on with it.
    func local(_ requested: String) -> String {
        guard !path.isEmpty, requested.hasPrefix(path) else { return requested }
        let rest = requested.dropFirst(path.count)
        return rest.isEmpty ? "/" : rest.hasPrefix("/") ? String(rest) : requested
    }
}
