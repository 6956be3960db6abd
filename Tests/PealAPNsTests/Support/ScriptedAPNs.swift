import NIOCore
import NIOHTTP2
import NIOPosix
import NIOSSL
import Synchronization

/// An HTTP/2 server that does with every push what a test tells it, and remembers what it saw.
final class ScriptedAPNs: Sendable {
    /// What it does with a push.
    enum Act: Sendable {
        /// Answers with a status and Apple's JSON.
        case answer(Int, reason: String? = nil, timestamp: Int64? = nil)
        /// Keeps it until ``ScriptedAPNs/release()``.
        case hold
        case reset(HTTP2ErrorCode)
        /// Says a status and no more, and then resets the stream.
        case half(Int)
        /// Leaves: this stream and later ones are not looked at, earlier ones are answered.
        case goAway(reason: String? = nil)
        /// Drops the connection.
        case hangUp
        /// Stops reading, as a machine does that lost its power.
        case freeze
    }

    /// A push as it came in.
    struct Seen: Sendable {
        var connection: Int
        var stream: Int
        var headers: [(name: String, value: String)]
        var body: [UInt8]

        var path: String { self[":path"] ?? "" }

        subscript(name: String) -> String? { headers.first { $0.name == name }?.value }
    }

    struct Record: Sendable {
        var seen: [Seen] = []
        /// The paths of those answered 200.
        var delivered: [String] = []
        var connections = 0
        /// Streams open now, and the most at any time, over all connections.
        var open = 0
        var mostOpen = 0
        /// The most open before the first answer.
        var openBeforeFirstAnswer = 0
        var answers = 0
        var held = 0
        var pings = 0
        var resets = 0
        var acknowledgements = 0
    }

    private struct State {
        var record = Record()
        var lines: [NIOLoopBound<ScriptedAPNsConnection>] = []
        var waiters: [(isMet: @Sendable (Record) -> Bool, waiter: CheckedContinuation<Void, Never>)] = []
        var listener: (any Channel)?
    }

    let script: @Sendable (Seen, _ number: Int) -> Act
    let maxStreams: Int?
    private let protocols: [String]
    private let state = Mutex(State())

    /// Makes a server; `number` counts the pushes from 1, `protocols` are what it agrees to in ALPN.
    init(
        maxStreams: Int? = 1000,
        protocols: [String] = ["h2"],
        script: @escaping @Sendable (Seen, _ number: Int) -> Act = { _, _ in .answer(200) }
    ) {
        self.maxStreams = maxStreams
        self.protocols = protocols
        self.script = script
    }

    /// Runs it for the time of a test; gives its address.
    func run(_ body: (_ url: String) async throws -> Void) async throws {
        var tls = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMBytes(Array(TestCertificate.certificatePEM.utf8)).map {
                .certificate($0)
            },
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(TestCertificate.keyPEM.utf8), format: .pem))
        )
        tls.applicationProtocols = protocols
        let context = try NIOSSLContext(configuration: tls)
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    var limits = NIOHTTP2Handler.ConnectionConfiguration()
                    limits.initialSettings =
                        self.maxStreams.map { [.init(parameter: .maxConcurrentStreams, value: $0)] } ?? []
                    var streams = NIOHTTP2Handler.StreamConfiguration()
                    streams.streamResetFrameRateLimit.maximumCount = 100_000
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(NIOSSLServerHandler(context: context))
                    try pipeline.addHandler(
                        NIOHTTP2Handler(mode: .server, connectionConfiguration: limits, streamConfiguration: streams)
                    )
                    let connection = ScriptedAPNsConnection(server: self)
                    try pipeline.addHandler(connection)
                    self.opened(NIOLoopBound(connection, eventLoop: channel.eventLoop))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let port = listener.localAddress?.port ?? 0
        do {
            try await body("https://localhost:\(port)")
        } catch {
            try? await stop(listener)
            throw error
        }
        try await stop(listener)
    }

    /// What it saw so far.
    var record: Record { state.withLock { $0.record } }

    /// Waits until what it saw meets a condition.
    func until(_ isMet: @escaping @Sendable (Record) -> Bool) async {
        await withCheckedContinuation { waiter in
            let isMetAlready = state.withLock { state in
                if isMet(state.record) { return true }
                state.waiters.append((isMet, waiter))
                return false
            }
            if isMetAlready { waiter.resume() }
        }
    }

    /// Answers everything it holds.
    func release() { command { $0.release() } }

    /// Tells every client another number of streams.
    func limitStreams(to limit: Int) { command { $0.limitStreams(to: limit) } }

    /// Says goodbye on every connection that is open.
    func sayGoodbye() { command { $0.sayGoodbye() } }

    /// Drops every connection that is open.
    func hangUp() { command { $0.hangUp() } }

    /// Forgets the most that were open at a time.
    func restartCount() { note { $0.mostOpen = $0.open } }

    func note(_ change: (inout Record) -> Void) {
        let met = state.withLock { state in
            change(&state.record)
            state.record.mostOpen = max(state.record.mostOpen, state.record.open)
            if state.record.answers == 0 { state.record.openBeforeFirstAnswer = state.record.mostOpen }
            let record = state.record
            let met = state.waiters.filter { $0.isMet(record) }
            state.waiters.removeAll { $0.isMet(record) }
            return met
        }
        for waiter in met { waiter.waiter.resume() }
    }

    private func command(_ body: @escaping @Sendable (ScriptedAPNsConnection) -> Void) {
        for line in state.withLock({ $0.lines }) { line.eventLoop.execute { body(line.value) } }
    }

    private func opened(_ line: NIOLoopBound<ScriptedAPNsConnection>) {
        state.withLock { $0.lines.append(line) }
    }

    private func stop(_ listener: any Channel) async throws {
        try await listener.close().get()
        command { $0.hangUp() }
    }
}
