import Foundation
import NIOPosix

/// Finds the addresses of a host name.
public struct HostResolver: Sendable {
    private let resolve: @Sendable (String) async throws -> [IPAddress]

    /// Wraps a way to find addresses.
    public init(_ resolve: @escaping @Sendable (String) async throws -> [IPAddress]) { self.resolve = resolve }

    /// The addresses of a name.
    /// - Throws: what kept them from being found.
    public func addresses(of host: String) async throws -> [IPAddress] { try await resolve(host) }

    /// Asks the operating system, on a thread that may block.
    public static let system = HostResolver { host in
        try await NIOThreadPool.singleton.runIfActive { try lookUp(host) }
    }

    private static func lookUp(_ host: String) throws -> [IPAddress] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_ADDRCONFIG
        var first: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &first) == 0 else { throw NameNotResolved() }
        defer { freeaddrinfo(first) }
        var addresses: [IPAddress] = []
        var next = first
        while let entry = next, addresses.count < 64 {
            next = entry.pointee.ai_next
            guard let socket = entry.pointee.ai_addr else { continue }
            let bytes: [UInt8]
            switch entry.pointee.ai_family {
            case AF_INET:
                bytes = socket.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
                    withUnsafeBytes(of: address.pointee.sin_addr) { Array($0) }
                }
            case AF_INET6:
                bytes = socket.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
                    withUnsafeBytes(of: address.pointee.sin6_addr) { Array($0) }
                }
            default: continue
            }
            if let address = IPAddress(bytes: bytes), !addresses.contains(address) { addresses.append(address) }
        }
        return addresses
    }

    private struct NameNotResolved: Error {}
}
