import HTTPTypes
import NIOCore
import PealCore

/// The clients that proxies say they call for: the entries of `X-Forwarded-For`, or without it of `Forwarded` (RFC 7239), the nearest
/// last.
///
/// A client may write either; a proxy appends to one of them. The usual one is looked at first: a client that adds
/// the other gains nothing behind a proxy that appends to the usual one.
enum ForwardedAddress {
    /// Each entry as an address; `nil` for one that is none, such as `unknown` or a name.
    static func chain(_ headers: HTTPFields) -> [SocketAddress?] {
        let usual = headers[values: .forwardedFor].flatMap { $0.split(separator: ",") }
        guard usual.isEmpty else { return usual.map { address(String($0)) } }
        return forwarded("for", headers).map(address)
    }

    /// The hosts that callers asked for, as proxies say that rewrite `Host`: the entries of `X-Forwarded-Host` and of `Forwarded`.
    ///
    /// Anybody can write them but a web page: what a page is refused for is compared with them, and nothing else.
    static func hosts(_ headers: HTTPFields) -> [String] {
        let usual = headers[values: .forwardedHost].flatMap { $0.split(separator: ",") }.map(String.init)
        return (usual + forwarded("host", headers)).map { host in host.filter { $0 != " " && $0 != "\t" && $0 != "\"" }
        }
    }

    /// A parameter of each element of `Forwarded` that has it.
    private static func forwarded(_ name: String, _ headers: HTTPFields) -> [String] {
        let elements = headers[values: .forwarded].flatMap { $0.split(separator: ",") }
        return elements.compactMap { element -> String? in
            let pairs = element.split(separator: ";").map { pair in pair.filter { $0 != " " && $0 != "\t" } }
            let pair = pairs.first { $0.lowercased().hasPrefix(name + "=") }
            return pair.map { String($0.dropFirst(name.utf8.count + 1)) }
        }
    }

    /// Reads `1.2.3.4`, `1.2.3.4:5678`, `2001:db8::1`, `[2001:db8::1]` and `[2001:db8::1]:443`, quoted or not.
    private static func address(_ entry: String) -> SocketAddress? {
        var text = entry.filter { $0 != " " && $0 != "\t" && $0 != "\"" }
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]"), isPort(text[text.index(after: end)...]) else { return nil }
            text = String(text[text.index(after: text.startIndex)..<end])
            guard text.contains(":") else { return nil }
        } else if let colon = text.firstIndex(of: ":"), text.lastIndex(of: ":") == colon {
            guard isPort(text[colon...]) else { return nil }
            text = String(text[..<colon])
        }
        return try? SocketAddress(ipAddress: text, port: 0)
    }

    /// Nothing, or a colon and digits.
    private static func isPort(_ text: Substring) -> Bool {
        guard !text.isEmpty else { return true }
        return text.first == ":" && (2...6).contains(text.utf8.count)
            && text.utf8.dropFirst().allSatisfy(\.isASCIIDigit)
    }
}
