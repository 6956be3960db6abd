import JudgeKit
import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import NIOSSL

/// The same pushes with nothing around them: headers and body are made beforehand, nobody waits for an answer, a refusal is
/// only counted.
///
/// What swift-nio-http2 and TLS cost by themselves, and so the bound of any sender built on them.
struct BarePushes: Sendable {
    /// How the streams are kept.
    enum Way {
        /// A channel for each push through NIOHTTP2's own multiplexer, as its documentation shows.
        case multiplexer
        /// Frames written straight to the connection, no channel for a push.
        case frames
    }

    let host: String
    let port: Int
    let tls: NIOSSLContext
    /// The headers of one request per device.
    let requests: [HPACKHeaders]
    let body: ByteBuffer
    let concurrency: Int

    init(_ account: APNsAccount, tokens: [String], concurrency: Int) async throws {
        (host, port) = try account.address()
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.applicationProtocols = ["h2"]
        configuration.additionalTrustRoots = [
            .certificates(try NIOSSLCertificate.fromPEMBytes(Array(account.rootPEM.utf8)))
        ]
        tls = try NIOSSLContext(configuration: configuration)
        let shared = try await APNsHeaders(account)
        requests = tokens.map { token in
            var headers = HPACKHeaders()
            for header in shared.pseudo(token) + shared.fields {
                // Devices differ: to remember each would only push out what repeats.
                let isRepeated = header.name != ":path" && header.name != "apns-expiration"
                headers.add(name: header.name, value: header.value, indexing: isRepeated ? .indexable : .nonIndexable)
            }
            return headers
        }
        body = ByteBuffer(bytes: SampleMessage.appleBody())
        self.concurrency = concurrency
    }

    /// Keeps so many under way over one connection, for a time.
    func measure(_ name: String, _ way: Way, seconds: Double) async throws -> SenderFigures {
        _ = try await send(way, for: min(0.5, seconds))
        let cpu = ProcessorTime.own
        let watch = Stopwatch()
        let count = try await send(way, for: seconds)
        return SenderFigures(
            name: name,
            pushes: count.accepted,
            seconds: watch.seconds,
            cpuSeconds: ProcessorTime.own - cpu,
            errors: count.refused,
            firstError: count.firstRefusal
        )
    }

    private func send(_ way: Way, for seconds: Double) async throws -> BareCount {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let ended = loop.makePromise(of: BareCount.self)
        let duration = TimeAmount.nanoseconds(Int64(seconds * 1e9))
        let channel = try await ClientBootstrap(group: loop)
            .channelOption(.socketOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(NIOSSLClientHandler(context: tls, serverHostname: nil))
                    switch way {
                    case .frames:
                        try pipeline.addHandler(NIOHTTP2Handler(mode: .client))
                        try pipeline.addHandler(FrameLoop(self, for: duration, ended: ended))
                    case .multiplexer:
                        let multiplexer = try pipeline.configureHTTP2Pipeline(
                            mode: .client,
                            connectionConfiguration: .init(),
                            streamConfiguration: .init(),
                            inboundStreamInitializer: { $0.eventLoop.makeSucceededVoidFuture() }
                        )
                        try pipeline.addHandler(MultiplexerLoop(self, multiplexer, for: duration, ended: ended))
                    }
                }
            }
            .connect(host: host, port: port).get()
        let count = try await ended.futureResult.get()
        try await channel.close().get()
        return count
    }
}

/// What came of a bare run.
struct BareCount: Sendable {
    var accepted = 0
    var refused = 0
    var firstRefusal: String?

    mutating func add(status: String?) {
        if status == "200" { return accepted += 1 }
        refused += 1
        firstRefusal = firstRefusal ?? status ?? "no status"
    }
}
