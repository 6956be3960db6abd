import HTTPTypes
import NIOCore

/// Where a call comes from.
struct ClientAddress: Sendable, Equatable {
    /// The address that limits count by: an IPv4 address, or the 64 bits of an IPv6 address that one site has.
    let name: String
    /// Whether it comes from this machine, asks for this machine and was not passed on by a proxy.
    let isLocal: Bool

    /// The address of the connection when it says that it calls for another one and is no proxy that is trusted; `nil` otherwise.
    let unlistedProxy: String?

    /// Finds out who is at the other end.
    /// - Parameters:
    ///   - peer: the address of the connection.
    ///   - authority: the `Host` header.
    ///   - headers: the fields by which a proxy says that it passed the call on.
    ///   - proxies: those whose `X-Forwarded-For` or `Forwarded` is trusted.
    init(peer: SocketAddress?, authority: String?, headers: HTTPFields, proxies: TrustedProxies) {
        let near = peer.map(Self.form) ?? (name: "unknown", isLoopback: false)
        // A proxy on this machine may say nothing of itself, but it often passes on the public name.
        isLocal =
            near.isLoopback && authority.map(LoopbackGuard.isLoopback) == true
            && !headers.contains(where: Self.isOfProxy)
        guard let peer, proxies.contains(peer) else {
            name = near.name
            unlistedProxy = headers[.forwardedFor] != nil || headers[.forwarded] != nil ? peer?.ipAddress : nil
            return
        }
        unlistedProxy = nil
        let chain = ForwardedAddress.chain(headers)
        // The nearest entry was written by our proxy; it goes on from there as long as the next one is ours too. Where all are
        // ours, as in an office that is a range of its own, the farthest one is the client.
        let position = chain.lastIndex { entry in !(entry.map(proxies.contains) ?? false) } ?? 0
        let client = chain.isEmpty ? nil : chain[position]
        name = client.map { Self.form($0).name } ?? near.name
    }

    /// The name of a peer that says nothing of itself.
    static func name(of peer: SocketAddress) -> String { form(peer).name }

    private static func isOfProxy(_ field: HTTPField) -> Bool {
        switch field.name.canonicalName {
        case "forwarded", "via", "x-real-ip": true
        case let name: name.hasPrefix("x-forwarded-")
        }
    }

    private static func form(_ address: SocketAddress) -> (name: String, isLoopback: Bool) {
        guard let bytes = AddressRange.bytes(of: address) else { return ("local", true) }
        guard bytes.count == 16 else { return (bytes.map { "\($0)" }.joined(separator: "."), bytes[0] == 127) }
        let isLoopback = bytes.prefix(15).allSatisfy { $0 == 0 } && bytes[15] == 1
        let site = stride(from: 0, to: 8, by: 2).map { index in
            String(Int(bytes[index]) << 8 | Int(bytes[index + 1]), radix: 16)
        }
        return (site.joined(separator: ":") + "::/64", isLoopback)
    }
}
