import Foundation
import HTTPTypes
import NIOCore

/// Where a call comes from.
struct ClientAddress: Sendable, Equatable {
    /// The address that limits count by: an IPv4 address, or the 64 bits of an IPv6 address that one site has.
    let name: String
    /// Whether it comes from this machine, asks for this machine and was not passed on by a proxy.
    let isLocal: Bool

    /// Finds out who is at the other end.
    /// - Parameters:
    ///   - peer: the address of the connection.
    ///   - authority: the `Host` header.
    ///   - headers: the fields by which a proxy says that it passed the call on.
    ///   - proxies: the addresses whose `X-Forwarded-For` is trusted.
    init(peer: SocketAddress?, authority: String?, headers: HTTPFields, proxies: Set<String>) {
        let near = peer.map(Self.form) ?? (text: "unknown", name: "unknown", isLoopback: false)
        let chain = headers[values: .forwardedFor].flatMap { $0.split(separator: ",") }
            .map { entry in String(entry.filter { $0 != " " && $0 != "\t" }) }
        // A proxy on this machine may say nothing of itself, but it often passes on the public name.
        isLocal =
            near.isLoopback && authority.map(LoopbackGuard.isLoopback) == true
            && !headers.contains(where: Self.isOfProxy)
        guard proxies.contains(near.text) else {
            name = near.name
            return
        }
        // The nearest entry was written by our proxy; it goes on from there as long as the next one is ours too.
        let client = chain.last { !proxies.contains($0) }
        let address = client.flatMap { try? SocketAddress(ipAddress: $0, port: 0) }
        name = address.map { Self.form($0).name } ?? near.name
    }

    private static func isOfProxy(_ field: HTTPField) -> Bool {
        switch field.name.canonicalName {
        case "forwarded", "via", "x-real-ip": true
        case let name: name.hasPrefix("x-forwarded-")
        }
    }

    private static func form(_ address: SocketAddress) -> (text: String, name: String, isLoopback: Bool) {
        let text = address.ipAddress ?? "local"
        guard case .v6(let address) = address else { return (text, text, text.hasPrefix("127.") || text == "local") }
        let bytes = withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
        // An IPv4 address in the clothes of IPv6 (::ffff:a.b.c.d).
        if bytes.prefix(10).allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
            let plain = bytes.suffix(4).map { "\($0)" }.joined(separator: ".")
            return (plain, plain, plain.hasPrefix("127."))
        }
        let isLoopback = bytes.prefix(15).allSatisfy { $0 == 0 } && bytes[15] == 1
        let site = stride(from: 0, to: 8, by: 2).map { index in
            String(Int(bytes[index]) << 8 | Int(bytes[index + 1]), radix: 16)
        }
        return (text, site.joined(separator: ":") + "::/64", isLoopback)
    }
}
