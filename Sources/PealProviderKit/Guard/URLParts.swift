import PealCore

/// The parts of a URL, read by a grammar so narrow that no other reader can see something else in it (RFC 3986, A).
struct URLParts {
    let isSecure: Bool
    /// In lower case, without brackets.
    let host: String
    let isBracketed: Bool
    let port: Int
    /// Path and query; at least `/`.
    let target: String

    init(_ url: String) throws(EndpointProblem) {
        guard url.utf8.count <= EndpointRules.sizeLimit else { throw .tooLong }
        guard url.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !Self.isForbidden($0) }) else { throw .malformed }
        // All of it is ASCII from here on: bytes are compared, which is much cheaper than characters.
        let lower = String(decoding: url.utf8.prefix(8), as: UTF8.self).lowercased()
        guard lower.hasPrefix("https://") || lower.hasPrefix("http://") else {
            throw lower.contains(":") ? .insecure : .malformed
        }
        isSecure = lower.hasPrefix("https://")
        let rest = url[url.utf8.index(url.startIndex, offsetBy: isSecure ? 8 : 7)...]
        guard !rest.utf8.contains(UInt8(ascii: "#")) else { throw .fragment }
        let end = rest.utf8.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
        let authority = rest[..<end]
        guard !authority.utf8.contains(UInt8(ascii: "@")) else { throw .userInfo }
        guard !authority.isEmpty else { throw .host }

        let path = rest[end...]
        guard Self.hasPlainEscapes(path),
            !path.utf8.contains(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") })
        else { throw .malformed }
        target = path.utf8.first == UInt8(ascii: "/") ? String(path) : "/" + path

        let name: Substring
        let portText: Substring?
        if authority.utf8.first == UInt8(ascii: "[") {
            guard let close = authority.firstIndex(of: "]") else { throw .host }
            name = authority[authority.index(after: authority.startIndex)..<close]
            let after = authority[authority.index(after: close)...]
            guard after.isEmpty || after.hasPrefix(":") else { throw .host }
            portText = after.isEmpty ? nil : after.dropFirst()
            guard let address = IPAddress(String(name)), address.bytes.count == 16 else { throw .address }
            host = address.description
            isBracketed = true
        } else {
            let colon = authority.utf8.firstIndex(of: UInt8(ascii: ":"))
            name = authority[..<(colon ?? authority.endIndex)]
            portText = colon.map { authority[authority.index(after: $0)...] }
            host = name.lowercased()
            isBracketed = false
            guard HostName.isName(host) else { throw HostName.endsInNumber(host) ? .address : .host }
        }
        guard let portText else {
            port = isSecure ? 443 : 80
            return
        }
        guard let port = Self.port(portText) else { throw .port }
        self.port = port
    }

    /// Decimal digits without a leading zero.
    static func port(_ text: Substring) -> Int? {
        guard (1...5).contains(text.utf8.count), text.utf8.allSatisfy(\.isASCIIDigit),
            !text.hasPrefix("0"), let port = Int(text), port <= 65535
        else { return nil }
        return port
    }

    /// What a URL may hold only escaped; some readers make a slash of a backslash.
    private static func isForbidden(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "^"),
            UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
            true
        default: false
        }
    }

    private static func hasPlainEscapes(_ text: Substring) -> Bool {
        var rest = text.utf8[...]
        while let percent = rest.firstIndex(of: UInt8(ascii: "%")) {
            let digits = rest[rest.index(after: percent)...].prefix(2)
            guard digits.count == 2, let high = digits.first.flatMap(Hexadecimal.value),
                let low = digits.last.flatMap(Hexadecimal.value), case let byte = high << 4 | low, byte >= 0x20,
                byte != 0x7F
            else { return false }
            rest = rest[digits.endIndex...]
        }
        return true
    }
}
