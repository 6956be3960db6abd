import NIOCore
import NIOHPACK
import NIOPosix
import NIOSSL
public import PealCore
import PealHTTP2
import PealProviderKit
import Synchronization

/// The HTTP/2 connections to FCM of one app.
///
/// Call ``shutdown()`` when they are no longer needed.
public final class FCMConnections: Sendable {
    /// How many connections there may be; Google permits 100 streams on each.
    private static let connectionLimit = 4

    private let pool: HTTP2Pool
    private let path: String
    private let now: @Sendable () -> Timestamp
    private let avoidance = HTTP2Avoidance()
    private let lastBatch = Atomic<Int>(0)

    /// Opens no connection yet; `nil` when the endpoint is not reached over TLS.
    /// - Parameters:
    ///   - options: the app's settings.
    ///   - trustRootsPEM: certificate authorities to trust as well as the machine's, for example a simulator's.
    ///   - now: the wall clock.
    ///   - random: numbers from 0 to 1 that spread reconnects.
    /// - Throws: ``FCMConfigurationError`` when TLS cannot be set up.
    public convenience init?(
        options: FCMOptions,
        trustRootsPEM: String? = nil,
        now: @escaping @Sendable () -> Timestamp,
        random: @escaping @Sendable () -> Double
    ) throws {
        try self.init(
            options: options,
            trustRootsPEM: trustRootsPEM,
            timing: HTTP2Timing(timeout: TimeAmount(options.timeout)),
            now: now,
            random: random
        )
    }

    init?(
        options: FCMOptions,
        trustRootsPEM: String?,
        timing: HTTP2Timing,
        now: @escaping @Sendable () -> Timestamp,
        random: @escaping @Sendable () -> Double
    ) throws {
        guard let endpoint = HTTP2Endpoint(options.endpoint) else { return nil }
        path = options.sendPath
        self.now = now
        pool = HTTP2Pool(
            endpoint: endpoint,
            tls: try Self.tls(trustRootsPEM),
            connections: Self.connectionLimit,
            conduct: HTTP2Conduct(),
            timing: timing,
            group: .singleton,
            random: random
        )
    }

    /// Whether messages may be sent this way: the host spoke HTTP/2 when it was last tried.
    var isUsable: Bool { avoidance.isOver(at: now().seconds) }

    /// The host does not speak HTTP/2: HTTP/1.1 is used for an hour.
    func avoid() { avoidance.begin(at: now().seconds) }

    /// Starts counting the messages of a batch.
    func beginRun(of count: Int) -> HTTP2BatchRun<FCMReturned> {
        HTTP2BatchRun<FCMReturned>(number: lastBatch.add(1, ordering: .relaxed).newValue, count: count)
    }

    /// Sends requests; `reply` is called once for each, from any thread.
    func start(
        _ requests: [FCMRequest],
        bearer: BearerToken,
        _ run: HTTP2BatchRun<FCMReturned>,
        reply: @escaping @Sendable (FCMRequest, HTTP2Reply) -> Void
    ) {
        // One value for all: what does not change is in the connection's table after the first.
        let headers: HPACKHeaders = [
            ":method": "POST", ":scheme": "https", ":path": path, ":authority": pool.endpoint.authority,
            "authorization": "Bearer \(bearer.value)", "content-type": "application/json",
        ]
        let calls = requests.map { request in
            HTTP2Pool.Call(headers: headers, body: request.body) { reply(request, $0) }
        }
        pool.start(calls, batch: run.number)
        // A cancellation that came meanwhile may have been earlier than the requests at the connections.
        if run.isCancelled { cancel(run) }
    }

    /// Gives up a batch: what has not left is withdrawn.
    func cancel(_ run: HTTP2BatchRun<FCMReturned>) { pool.cancel(run.number) }

    /// Ends all connections: requests on their way get their answers.
    public func shutdown() async { await pool.shutdown() }

    private static func tls(_ trustRootsPEM: String?) throws -> NIOSSLContext {
        do {
            return try HTTP2TLS.context(trustRootsPEM: trustRootsPEM)
        } catch {
            throw FCMConfigurationError([error.text])
        }
    }
}
