/// Which addresses are on the public internet: everything else is this machine, its neighbours or nobody.
///
/// The tables are IANA's special-purpose registries (RFC 6890); an IPv6 form that carries an IPv4 address is judged by
/// what it carries too.
public enum AddressRules {
    private static let closed4: [Block] = [
        Block("0.0.0.0", 8),  // this network
        Block("10.0.0.0", 8),  // private
        Block("100.64.0.0", 10),  // carrier-grade NAT
        Block("127.0.0.0", 8),  // loopback
        Block("169.254.0.0", 16),  // link-local, and the clouds' metadata services
        Block("172.16.0.0", 12),  // private
        Block("192.0.0.0", 24),  // protocol assignments
        Block("192.0.2.0", 24),  // documentation
        Block("192.31.196.0", 24),  // AS112
        Block("192.52.193.0", 24),  // AMT
        Block("192.88.99.0", 24),  // 6to4 relays
        Block("192.168.0.0", 16),  // private
        Block("192.175.48.0", 24),  // AS112
        Block("198.18.0.0", 15),  // benchmarking
        Block("198.51.100.0", 24),  // documentation
        Block("203.0.113.0", 24),  // documentation
        Block("224.0.0.0", 4),  // multicast
        Block("240.0.0.0", 4),  // reserved, and broadcast
    ].compactMap { $0 }

    private static let closed6: [Block] = [
        Block("2001::", 23),  // protocol assignments: Teredo, benchmarking, ORCHID
        Block("2001:db8::", 32),  // documentation
        Block("2002::", 16),  // 6to4
        Block("2620:4f:8000::", 48),  // AS112
        Block("3fff::", 20),  // documentation
    ].compactMap { $0 }

    private static let open6 = Block("2000::", 3)
    private static let nat64 = Block("64:ff9b::", 96)

    /// Whether an address is one a stranger may make the server connect to.
    public static func isPublic(_ address: IPAddress) -> Bool {
        guard address.bytes.count == 16 else { return !closed4.contains { $0.holds(address) } }
        // NAT64 leads to the IPv4 address at its end.
        if nat64?.holds(address) == true, let carried = IPAddress(bytes: Array(address.bytes.suffix(4))) {
            return isPublic(carried)
        }
        // Only 2000::/3 is given out; ::, ::1, mapped and compatible IPv4, fc00::/7, fe80::/10 and ff00::/8 lie outside.
        guard open6?.holds(address) == true else { return false }
        return !closed6.contains { $0.holds(address) }
    }

    private struct Block: Sendable {
        let bytes: [UInt8]
        let length: Int

        init?(_ text: String, _ length: Int) {
            guard let address = IPAddress(text) else { return nil }
            bytes = address.bytes
            self.length = length
        }

        func holds(_ address: IPAddress) -> Bool {
            guard address.bytes.count == bytes.count else { return false }
            let whole = length / 8
            guard address.bytes.prefix(whole).elementsEqual(bytes.prefix(whole)) else { return false }
            let rest = length % 8
            guard rest > 0 else { return true }
            return (address.bytes[whole] ^ bytes[whole]) >> UInt8(8 - rest) == 0
        }
    }
}
