import NIOCore
import NIOHTTP2
import NIOPosix
import NIOSSL

/// Opens connections to one host.
struct HTTP2Dialer: Sendable {
    let endpoint: HTTP2Endpoint
    let tls: NIOSSLContext
    let connectTimeout: TimeAmount
    let conduct: HTTP2Conduct
    /// Chooses the addresses, where they are not those that the system's resolver gives.
    let resolve: HTTP2Pool.Resolve?

    /// Connects on an event loop; the address is looked up for each connection, as Apple asks.
    ///
    /// Nothing but HTTP/2 is offered in ALPN, and ``ALPNCheck`` sees that it was taken.
    func connect(on eventLoop: any EventLoop) -> EventLoopFuture<any Channel> {
        guard let resolve else { return bootstrap(on: eventLoop).connect(host: endpoint.host, port: endpoint.port) }
        return limited(resolve(endpoint, eventLoop)).flatMap { addresses in
            bootstrap(on: eventLoop)
                .resolver(ChosenAddresses(addresses: addresses, eventLoop: eventLoop))
                .connect(host: endpoint.host, port: endpoint.port)
        }
    }

    /// A look-up that takes longer than a connection may is none: whoever waits for it hears so, and a shutdown does not wait.
    private func limited(_ addresses: EventLoopFuture<[SocketAddress]>) -> EventLoopFuture<[SocketAddress]> {
        let promise = addresses.eventLoop.makePromise(of: [SocketAddress].self)
        let limit = addresses.eventLoop.scheduleTask(in: connectTimeout) {
            promise.fail(ChannelError.connectTimeout(connectTimeout))
        }
        addresses.whenComplete { result in
            limit.cancel()
            promise.completeWith(result)
        }
        return promise.futureResult
    }

    private func bootstrap(on eventLoop: any EventLoop) -> ClientBootstrap {
        ClientBootstrap(group: eventLoop)
            .connectTimeout(connectTimeout)
            .channelOption(.socketOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(NIOSSLClientHandler(context: tls, serverHostname: endpoint.serverName))
                    try pipeline.addHandler(ALPNCheck())
                    try pipeline.addHandler(Self.frames())
                    try pipeline.addHandler(HTTP2Connection(conduct: conduct, now: channel.eventLoop.now))
                }
            }
    }

    private static func frames() -> NIOHTTP2Handler {
        var connection = NIOHTTP2Handler.ConnectionConfiguration()
        connection.initialSettings = [
            HTTP2Setting(parameter: .enablePush, value: 0),
            HTTP2Setting(parameter: .maxHeaderListSize, value: 16 * 1024),
        ]
        // Our own headers are right by construction, and of an answer only the status, an id and a wait are looked at.
        connection.headerBlockValidation = .disabled
        connection.contentLengthValidation = .disabled
        // A burst that times out or is refused resets many streams at once: that must not end the connection.
        connection.maximumRecentlyResetStreams = 2_048
        connection.maximumConnectionGlitches = 10_000
        connection.controlFrameRateLimit.maximumCount = 2_000
        var stream = NIOHTTP2Handler.StreamConfiguration()
        stream.streamResetFrameRateLimit.maximumCount = 20_000
        stream.streamErrorRateLimit.maximumCount = 2_000
        return NIOHTTP2Handler(mode: .client, connectionConfiguration: connection, streamConfiguration: stream)
    }
}
