import PealCore

/// What a host name may look like: letters, digits and hyphens, in lower case (RFC 1123, 2.1).
enum HostName {
    /// Whether it is labels of the alphabet with dots between them.
    static func isName(_ host: String) -> Bool {
        guard (1...253).contains(host.utf8.count) else { return false }
        return host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
            (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
                && label.allSatisfy(isLetterOrDigitOrHyphen)
        }
    }

    /// Whether it can be a name on the internet: more than one label.
    static func isPublicName(_ host: String) -> Bool { isName(host) && host.utf8.contains(UInt8(ascii: ".")) }

    /// Whether its last label is a number, as in every odd way to write an IPv4 address (WHATWG URL, 3.5).
    static func endsInNumber(_ host: String) -> Bool {
        let labels = host.utf8.split(separator: UInt8(ascii: "."))
        guard let last = labels.last else { return false }
        if last.allSatisfy(\.isASCIIDigit) { return true }
        return last.starts(with: "0x".utf8) && last.dropFirst(2).allSatisfy(Hexadecimal.isDigit)
    }

    private static func isLetterOrDigitOrHyphen(_ byte: UInt8) -> Bool {
        byte.isASCIILowercase || byte.isASCIIDigit || byte == UInt8(ascii: "-")
    }
}

/// A host name, or all names under one.
struct HostPattern: Sendable {
    private let name: String
    private let isSuffix: Bool

    init?(_ text: String) {
        let lower = text.lowercased()
        isSuffix = lower.hasPrefix("*.")
        name = isSuffix ? String(lower.dropFirst()) : lower
        guard HostName.isPublicName(isSuffix ? String(name.dropFirst()) : name), !HostName.endsInNumber(name) else {
            return nil
        }
    }

    func fits(_ host: String) -> Bool {
        isSuffix ? host.hasSuffix(name) && host.utf8.count > name.utf8.count : host == name
    }
}

/// A place an operator vouches for.
struct HostPort: Hashable, Sendable {
    var host: String
    var port: Int
}

extension HostPort {
    /// Reads `name:port`, `1.2.3.4:port` or `[::1]:port`.
    init?(exception text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = URLParts.port(text[text.index(after: colon)...]) else {
            return nil
        }
        var host = text[..<colon].lowercased()
        if host.hasPrefix("["), host.hasSuffix("]") {
            guard let address = IPAddress(String(host.dropFirst().dropLast())), address.bytes.count == 16 else {
                return nil
            }
            host = address.description
        } else if IPAddress(host).map({ $0.bytes.count == 4 }) != true {
            guard HostName.isName(host), !HostName.endsInNumber(host) else { return nil }
        }
        self.init(host: host, port: port)
    }
}
