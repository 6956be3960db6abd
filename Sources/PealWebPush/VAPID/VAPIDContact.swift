/// The contact of a VAPID token: an address of mail or of the web (RFC 8292, 2.1).
struct VAPIDContact {
    /// Where it is.
    let host: String

    /// Reads a contact; `nil` when it is neither a `mailto:` nor an `https:` address.
    init?(_ text: String) {
        guard (1...512).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        if text.hasPrefix("https://") {
            let authority = text.dropFirst(8).prefix { !"/?#".contains($0) }
            guard !authority.isEmpty else { return nil }
            let name = authority.split(separator: "@").last ?? authority
            host = name.hasPrefix("[") ? String(name) : String(name.prefix { $0 != ":" })
        } else {
            guard text.hasPrefix("mailto:") else { return nil }
            let parts = text.dropFirst(7).split(separator: "@", omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
            host = String(parts[1].prefix { $0 != "?" })
        }
    }

    /// Why a push service cannot reach it; `nil` when it may.
    var obstacle: String? {
        var labels = host.lowercased().split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if labels.last?.isEmpty == true { labels.removeLast() }
        if host.hasPrefix("[") || labels.allSatisfy(Self.isNumber) { return "\(host) is an address and not a name" }
        guard let last = labels.last, labels.count > 1 else { return "\(host) is a name of your own network" }
        if Self.reserved.contains(last) || Self.reservedPairs.contains(labels.suffix(2).joined(separator: ".")) {
            return "\(host) is a name that nobody can have on the internet"
        }
        if labels.contains(""), !labels.isEmpty { return "\(host) is not a domain name" }
        let isDomain = last.utf8.count > 1 && last.utf8.contains { (0x61...0x7A).contains($0) }
        return isDomain ? nil : "\(host) is not a domain name"
    }

    private static func isNumber(_ label: String) -> Bool {
        !label.isEmpty && (label.utf8.allSatisfy { (0x30...0x39).contains($0) } || label.hasPrefix("0x"))
    }

    /// Last labels that are no domains of the internet: RFC 2606, 6761, 6762 and 9476, ICANN's `internal`, and what routers and
    /// companies use at home.
    private static let reserved: Set = [
        "localhost", "local", "localdomain", "internal", "intranet", "private", "lan", "home", "corp", "test",
        "example",
        "invalid", "onion", "alt", "arpa",
    ]
    /// RFC 2606: names of examples.
    private static let reservedPairs: Set = ["example.com", "example.net", "example.org"]
}
