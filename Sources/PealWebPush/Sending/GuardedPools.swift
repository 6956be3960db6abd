import NIOCore
import NIOPosix
import NIOSSL
import PealHTTP2
import PealProviderKit

/// Makes pools of connections to push services; every new connection passes the guard.
///
/// Its host is looked up, every address found has to be public, and it goes to one of these addresses.
struct GuardedPools: Sendable {
    /// How many connections an origin has; another one is opened when the first is full.
    private static let connectionLimit = 4

    let tls: NIOSSLContext
    let timing: HTTP2Timing
    let addressGuard: AddressGuard
    /// Numbers from 0 to 1 that spread reconnects.
    let random: @Sendable () -> Double

    /// A pool that has opened no connection yet; `nil` when the URL is not reached over TLS.
    func pool(for url: GuardedURL) -> HTTP2Pool? {
        guard !url.isClear, let endpoint = HTTP2Endpoint(url.origin) else { return nil }
        return HTTP2Pool(
            endpoint: endpoint,
            tls: tls,
            connections: Self.connectionLimit,
            // One byte more than is read, so that a longer body is known as such.
            conduct: HTTP2Conduct(bodyLimit: OutcomeReader.bodyLimit + 1),
            timing: timing,
            group: .singleton,
            resolve: { [addressGuard] _, eventLoop in
                eventLoop.makeFutureWithTask { try await Self.addresses(of: url, addressGuard) }
            },
            random: random
        )
    }

    private static func addresses(of url: GuardedURL, _ addressGuard: AddressGuard) async throws -> [SocketAddress] {
        switch await addressGuard.addresses(of: url) {
        case .success(let addresses):
            return addresses.compactMap { try? SocketAddress(ipAddress: $0.description, port: url.port) }
        case .failure(let refusal): throw HTTP2Refusal(reason: refusal.reason)
        }
    }
}
