import NIOCore

/// The proxies whose word counts when they name the client that they call for.
public struct TrustedProxies: Sendable, Equatable, ExpressibleByArrayLiteral {
    private var ranges: [AddressRange]

    /// Those of a list of addresses and ranges.
    public init(_ ranges: [AddressRange]) { self.ranges = ranges }

    /// Those of entries in the code; one that is neither an address nor a range names nobody.
    public init(arrayLiteral entries: String...) { ranges = entries.compactMap { AddressRange($0) } }

    /// Whether an address is one of theirs.
    func contains(_ address: SocketAddress) -> Bool { ranges.contains { $0.contains(address) } }
}
