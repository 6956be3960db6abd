import NIOHTTP1

/// The `Host` header (RFC 9112 §3.2): exactly one with HTTP/1.1, at most one before, and nothing in it that is no host.
enum HostHeader {
    static func isAcceptable(_ head: HTTPRequestHead) -> Bool {
        let hosts = head.headers["host"]
        guard let host = hosts.first else { return head.version == .http1_0 }
        return hosts.count == 1 && host.utf8.allSatisfy { !forbidden.contains($0) && $0 > 0x20 && $0 < 0x7F }
    }

    private static let forbidden = Set(",/?#@\\\"<>^`{|}".utf8)
}
