/// A host that speaks HTTP/2 over TLS.
package struct HTTP2Endpoint: Sendable, Equatable {
    /// Its name or address, in lower case.
    package let host: String
    /// Its port.
    package let port: Int

    /// The `:authority` of a request: the port is named where it is not the usual one (RFC 9113, 8.3.1).
    package var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == 443 ? name : "\(name):\(port)"
    }

    /// The name the server has to prove; addresses have none (RFC 6066, 3).
    package var serverName: String? {
        let isAddress = host.contains(":") || host.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
        return isAddress ? nil : host
    }

    /// Reads `https://host[:port]`; `nil` when it is anything else.
    package init?(_ url: String) {
        guard url.utf8.count <= 300, url.hasPrefix("https://") else { return nil }
        var rest = url.dropFirst("https://".count)
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        let name: Substring
        let tail: Substring
        if rest.hasPrefix("[") {
            guard let end = rest.firstIndex(of: "]") else { return nil }
            name = rest[rest.index(after: rest.startIndex)..<end]
            tail = rest[rest.index(after: end)...]
            guard name.contains(":"), name.utf8.allSatisfy(Self.isAddressByte) else {
                return nil
            }
        } else {
            name = rest.prefix { $0 != ":" }
            tail = rest.dropFirst(name.count)
            guard !name.isEmpty, name.utf8.count <= 253, name.utf8.allSatisfy(Self.isNameByte) else { return nil }
        }
        guard tail.isEmpty || tail.hasPrefix(":") else { return nil }
        guard let port = tail.isEmpty ? 443 : Int(tail.dropFirst()), (1...65_535).contains(port) else { return nil }
        self.host = name.lowercased()
        self.port = port
    }

    /// As a character: this target imports no other of Peal, and of ASCII alone the standard library says the same.
    private static func isAddressByte(_ byte: UInt8) -> Bool {
        byte == 0x3A || byte == 0x2E || (byte < 0x80 && Character(Unicode.Scalar(byte)).isHexDigit)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
