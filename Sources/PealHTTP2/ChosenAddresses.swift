import NIOCore
import NIOPosix

/// Hands the addresses that were chosen for a connection to the bootstrap, which tries them as it tries a resolver's (RFC 8305):
/// nothing is looked up again.
struct ChosenAddresses: Resolver, Sendable {
    let addresses: [SocketAddress]
    let eventLoop: any EventLoop

    func initiateAQuery(host _: String, port _: Int) -> EventLoopFuture<[SocketAddress]> {
        eventLoop.makeSucceededFuture(addresses.filter { $0.protocol == .inet })
    }

    func initiateAAAAQuery(host _: String, port _: Int) -> EventLoopFuture<[SocketAddress]> {
        eventLoop.makeSucceededFuture(addresses.filter { $0.protocol == .inet6 })
    }

    func cancelQueries() {}
}
