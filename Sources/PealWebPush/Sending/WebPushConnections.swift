import NIOCore
public import PealCore
import PealHTTP2
import PealProviderKit
import Synchronization

/// The HTTP/2 connections of one app to push services: a few for each origin, and a bounded number of origins.
///
/// Every new connection passes the guard of outgoing requests. Call ``shutdown()`` when they are no longer needed.
public final class WebPushConnections: Sendable {
    /// How many origins have connections at a time; the one that was used least recently makes room.
    static let originLimit = 64
    /// How long a connection may take until it can be used.
    private static let connectTime = TimeAmount.seconds(5)

    private struct Entry {
        let origin: WebPushOrigin
        var lastUse: UInt64
    }

    private struct State {
        var entries: [String: Entry] = [:]
        /// Origins that made room and are not closed yet.
        var leaving: [ObjectIdentifier: WebPushOrigin] = [:]
        var uses: UInt64 = 0
        var isShutDown = false
    }

    private let pools: GuardedPools
    private let limit: Int
    private let now: @Sendable () -> Timestamp
    private let state = Mutex(State())
    private let lastBatch = Atomic<Int>(0)

    /// Opens no connection yet.
    /// - Parameters:
    ///   - options: the app's settings.
    ///   - trustRootsPEM: certificate authorities to trust as well as the machine's, for a push service of one's own.
    ///   - now: the wall clock.
    ///   - random: numbers from 0 to 1 that spread reconnects.
    /// - Throws: ``WebPushConfigurationError`` when TLS cannot be set up.
    public convenience init(
        options: WebPushOptions,
        trustRootsPEM: String? = nil,
        now: @escaping @Sendable () -> Timestamp,
        random: @escaping @Sendable () -> Double
    ) throws {
        var timing = HTTP2Timing(timeout: TimeAmount(options.timeout))
        timing.connect = min(timing.connect, Self.connectTime)
        try self.init(trustRootsPEM: trustRootsPEM, timing: timing, now: now, random: random)
    }

    init(
        trustRootsPEM: String?,
        timing: HTTP2Timing,
        resolver: HostResolver = .system,
        limit: Int = WebPushConnections.originLimit,
        now: @escaping @Sendable () -> Timestamp,
        random: @escaping @Sendable () -> Double
    ) throws {
        do {
            pools = GuardedPools(
                tls: try HTTP2TLS.context(trustRootsPEM: trustRootsPEM),
                timing: timing,
                addressGuard: AddressGuard(resolver: resolver),
                random: random
            )
        } catch {
            throw WebPushConfigurationError([error.text])
        }
        self.limit = max(limit, 1)
        self.now = now
    }

    /// How many origins have connections.
    var originCount: Int { state.withLock { $0.entries.count } }

    /// Starts counting the messages of a batch.
    func beginRun(of count: Int) -> HTTP2BatchRun<WebPushRequest> {
        HTTP2BatchRun(number: lastBatch.add(1, ordering: .relaxed).newValue, count: count)
    }

    /// The connections to a push service, for requests that are about to be sent.
    /// - Parameters:
    ///   - request: one of them.
    ///   - count: how many; ``leave(_:)`` has to be called for each.
    /// - Returns: `nil` when the push service is not reached over HTTP/2.
    func enter(_ request: WebPushRequest, count: Int) -> WebPushOrigin? {
        guard !request.url.isClear else { return nil }
        let now = now().seconds
        let (origin, unused) = state.withLock { state in
            let origin = self.origin(of: request, in: &state)
            guard let origin, origin.avoidance.isOver(at: now) else { return (WebPushOrigin?.none, [WebPushOrigin]()) }
            origin.enter(count)
            return (origin, evict(from: &state))
        }
        for origin in unused { close(origin) }
        return origin
    }

    /// A request has its reply.
    func leave(_ origin: WebPushOrigin) { if origin.leave() { close(origin) } }

    /// Ends all connections: requests on their way get their answers, later ones are not sent.
    public func shutdown() async {
        let origins = state.withLock { state in
            state.isShutDown = true
            defer { state.entries = [:] }
            return state.entries.values.map(\.origin) + state.leaving.values
        }
        for future in origins.map({ $0.pool.close() }) { try? await future.get() }
    }

    /// The host did not speak HTTP/2: it is sent to through the HTTP client for an hour.
    func avoid(_ origin: WebPushOrigin) { origin.avoidance.begin(at: now().seconds) }

    private func origin(of request: WebPushRequest, in state: inout State) -> WebPushOrigin? {
        guard !state.isShutDown else { return nil }
        state.uses += 1
        if let origin = state.entries[request.origin]?.origin {
            state.entries[request.origin]?.lastUse = state.uses
            return origin
        }
        guard let pool = pools.pool(for: request.url) else { return nil }
        let origin = WebPushOrigin(pool: pool)
        state.entries[request.origin] = Entry(origin: origin, lastUse: state.uses)
        return origin
    }

    /// Retires the origins that were used least recently; those that have nothing under way are closed by the caller.
    private func evict(from state: inout State) -> [WebPushOrigin] {
        var unused: [WebPushOrigin] = []
        while state.entries.count > limit, let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            state.entries[oldest.key] = nil
            let origin = oldest.value.origin
            state.leaving[ObjectIdentifier(origin)] = origin
            if origin.retire() { unused.append(origin) }
        }
        return unused
    }

    private func close(_ origin: WebPushOrigin) {
        origin.pool.close().whenComplete { _ in
            self.state.withLock { $0.leaving[ObjectIdentifier(origin)] = nil }
        }
    }
}
