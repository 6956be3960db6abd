import NIOCore
import NIOHTTP2
import NIOPosix
import NIOSSL

/// A client of a few lines, so that the simulator is not proved by the provider it is there to prove.
struct RawClient: Sendable {
    let channel: any Channel
    let news: RawNews

    /// Connects, and has seen the server's SETTINGS.
    static func connect(
        to url: String?,
        rootPEM: String,
        host: String = "127.0.0.1",
        ignoresLimit: Bool = false
    ) async throws -> RawClient {
        guard let port = url?.split(separator: ":").last.flatMap({ Int($0) }) else { throw ChannelError.eof }
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.applicationProtocols = ["h2"]
        configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(rootPEM.utf8)))
        configuration.shutdownTimeout = .seconds(1)
        let tls = try NIOSSLContext(configuration: configuration)
        let news = RawNews()
        let group = MultiThreadedEventLoopGroup.singleton.next()
        let ended = group.makePromise(of: Void.self)
        let bootstrap = ClientBootstrap(group: group)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    // A name is checked as a name, an address as an address.
                    let name = host == "127.0.0.1" ? nil : host
                    try pipeline.addHandler(NIOSSLClientHandler(context: tls, serverHostname: name))
                    if ignoresLimit { try pipeline.addHandler(LimitBlinder()) }
                    try pipeline.addHandler(NIOHTTP2Handler(mode: .client))
                    try pipeline.addHandler(RawHandler(news: news, ended: ended))
                }
            }
        do {
            let channel = try await bootstrap.connect(host: "127.0.0.1", port: port).get()
            try await ended.futureResult.get()
            return RawClient(channel: channel, news: news)
        } catch {
            ended.fail(error)
            throw error
        }
    }

    /// Writes requests in one go, and answers what will become of each.
    func start(_ requests: [RawRequest], end: Bool = true) async throws -> [EventLoopFuture<RawOutcome>] {
        let channel = channel
        return try await channel.eventLoop.submit {
            try channel.pipeline.syncOperations.handler(type: RawHandler.self).start(requests, end: end)
        }.get()
    }

    /// Writes the rest of a body.
    func finish(_ stream: HTTP2StreamID, _ body: String) async throws {
        let channel = channel
        try await channel.eventLoop.submit {
            try channel.pipeline.syncOperations.handler(type: RawHandler.self).finish(stream, body)
        }.get()
    }

    /// What becomes of requests written in one go.
    func outcomes(_ requests: [RawRequest]) async throws -> [RawOutcome] {
        var outcomes: [RawOutcome] = []
        for future in try await start(requests) { outcomes.append(try await future.get()) }
        return outcomes
    }

    /// The answer to a request.
    func answer(_ request: RawRequest) async throws -> RawAnswer {
        guard case .answer(let answer)? = try await outcomes([request]).first else { throw ChannelError.eof }
        return answer
    }
}
