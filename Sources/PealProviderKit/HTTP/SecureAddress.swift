/// Looks at the address of a push service: credentials leave the machine over TLS alone; in the clear only to the machine
/// itself.
public enum SecureAddress {
    private static let loopback = ["127.0.0.1", "localhost", "[::1]"]

    /// What is wrong with an address; `nil` when it may be used.
    public static func problem(with url: String) -> String? {
        guard url.utf8.count <= 2048, url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            return "is not a web address"
        }
        if let rest = url.rest(after: "https://") { return authority(rest).isEmpty ? "has no host" : nil }
        guard let rest = url.rest(after: "http://") else {
            return "must begin with https://, or with http:// when it is on this machine"
        }
        let authority = authority(rest)
        let isLoopback = loopback.contains { host in
            guard let port = authority.rest(after: host) else { return false }
            return port.isEmpty || (port.hasPrefix(":") && !port.contains("@"))
        }
        return isLoopback ? nil : "must begin with https:// unless it is on this machine"
    }

    private static func authority(_ text: String) -> String { String(text.prefix { !"/?#".contains($0) }) }
}

extension String {
    fileprivate func rest(after prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil }
}
