import Foundation
import NIOCore
import PealCore

/// Addresses of one network: an address, or a range such as `10.0.0.0/8` or `2001:db8::/32` (RFC 4632, RFC 4291).
public struct AddressRange: Sendable, Equatable {
    /// The four bytes of an IPv4 address or the sixteen of an IPv6 one, without the bits that vary.
    private let bytes: [UInt8]
    private let length: Int

    /// Reads an entry; `nil` for names, ports and whatever else is neither an address nor a range.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let address = try? SocketAddress(ipAddress: String(parts[0]), port: 0),
            let bytes = Self.bytes(of: address)
        else { return nil }
        // An IPv4 address that is written as IPv6 (::ffff:a.b.c.d) has 96 bits in front of its own.
        let written = parts[0].contains(":") ? 128 : 32
        var length = written
        if parts.count == 2 {
            guard (1...3).contains(parts[1].utf8.count), parts[1].utf8.allSatisfy(\.isASCIIDigit),
                let number = Int(parts[1]), number <= written
            else { return nil }
            length = number
        }
        self.length = length - (written - bytes.count * 8)
        guard self.length >= 0 else { return nil }
        self.bytes = Self.masked(bytes, self.length)
    }

    /// Whether an address is one of them; an IPv4 address is the same however it is written.
    func contains(_ address: SocketAddress) -> Bool {
        guard let other = Self.bytes(of: address), other.count == bytes.count else { return false }
        return Self.masked(other, length) == bytes
    }

    /// The bytes of an address, of four for IPv4 in the clothes of IPv6; `nil` for a socket without one.
    static func bytes(of address: SocketAddress) -> [UInt8]? {
        switch address {
        case .v4(let address): return withUnsafeBytes(of: address.address.sin_addr) { Array($0) }
        case .v6(let address):
            let bytes = withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
            let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
            return isMapped ? Array(bytes.suffix(4)) : bytes
        case .unixDomainSocket: return nil
        }
    }

    private static func masked(_ bytes: [UInt8], _ length: Int) -> [UInt8] {
        bytes.enumerated().map { index, byte in
            let kept = min(max(length - index * 8, 0), 8)
            return byte & ~UInt8(truncatingIfNeeded: 0xFF >> kept)
        }
    }
}
