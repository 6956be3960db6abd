import JudgeKit
import PealCore
import PealProviderKit
import PealWebPush

extension PealSenders {
    /// What Web Push costs with its keys made on the spot, and with keys made ahead.
    struct WebPushFigures: Sendable {
        let fresh: SenderFigures
        let stocked: SenderFigures
        /// The same with keys made ahead and nothing sent: all but the HTTP client.
        let sealed: SenderFigures
        /// The same as `stocked`, over HTTP/2 and TLS, as browsers' services are reached.
        let http2: SenderFigures
        /// What a key made ahead costs, in microseconds of processor time.
        let keyMicroseconds: Double
    }

    /// How many keys are made ahead for the measurement.
    private static let stock = 20_000

    /// Measures all of them.
    /// - Parameters:
    ///   - key: signs the pushes.
    ///   - tokens: subscriptions at the port that speaks HTTP/1.1.
    ///   - http2Tokens: subscriptions at the port that speaks HTTP/2.
    /// - Returns: the figures.
    /// - Throws: ``JudgeError`` when nothing is accepted.
    func webPush(_ key: VAPIDKey, tokens: [String], http2Tokens: [String]) async throws -> WebPushFigures {
        let messages = SampleMessage.messages(to: tokens, platform: .web)
        let fresh = try await webPush(key, keys: EphemeralKeys(size: 0)) { provider in
            try await SendingLoad(concurrency: concurrency, seconds: seconds)
                .measure("\(Self.name), keys made on the spot", provider, messages)
        }
        let keys = EphemeralKeys(size: Self.stock)
        var keyMicroseconds = 0.0
        let stocked = try await webPush(key, keys: keys) { provider in
            try await SendingLoad(concurrency: concurrency, seconds: seconds)
                .measure("\(Self.name), keys made ahead", provider, messages, limit: Self.stock) {
                    keyMicroseconds = try await fill(keys)
                }
        }
        return WebPushFigures(
            fresh: fresh,
            stocked: stocked,
            sealed: try await sealing(key, messages),
            http2: try await overHTTP2(key, SampleMessage.messages(to: http2Tokens, platform: .web)),
            keyMicroseconds: keyMicroseconds
        )
    }

    private func overHTTP2(_ key: VAPIDKey, _ messages: [PushMessage]) async throws -> SenderFigures {
        let keys = EphemeralKeys(size: Self.stock)
        let root = try await services.rootPEM()
        return try await webPush(key, keys: keys, http2Root: root) { provider in
            try await SendingLoad(concurrency: concurrency, seconds: seconds)
                .measure(SendersReport.webPushHTTP2, provider, messages, limit: Self.stock) {
                    _ = try await fill(keys)
                }
        }
    }

    /// Everything but the network: the push service is a closure that takes all.
    private func sealing(_ key: VAPIDKey, _ messages: [PushMessage]) async throws -> SenderFigures {
        let keys = EphemeralKeys(size: Self.stock)
        let provider = WebPushProvider(
            options: try options(key),
            transport: HTTPTransport { _ in .answered(PealProviderKit.HTTPAnswer(status: 201)) },
            keys: keys,
            now: { Stopwatch.wallClock }
        )
        return try await SendingLoad(concurrency: 1, seconds: seconds)
            .measure("\(Self.name), sealing alone", provider, messages, limit: Self.stock) {
                _ = try await fill(keys)
            }
    }

    private func options(_ key: VAPIDKey) throws -> WebPushOptions {
        try WebPushOptions(
            vapidPrivateKey: key.secret,
            subject: "mailto:push@reports.example",
            exceptions: [services.webPush, services.webPushHTTP2]
        )
    }

    /// Makes all keys now, and tells what one of them cost.
    private func fill(_ keys: EphemeralKeys) async throws -> Double {
        let before = keys.count
        let cpu = ProcessorTime.own
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await keys.run() }
            _ = try await Stopwatch.poll("keys are not made", every: .milliseconds(20), atMost: .seconds(60)) {
                keys.count >= Self.stock ? true : nil
            }
            group.cancelAll()
        }
        return (ProcessorTime.own - cpu) * 1e6 / Double(max(1, keys.count - before))
    }

    /// A provider behind the guard that every push to a browser passes; over HTTP/2 where a certificate authority is given.
    private func webPush<Result>(
        _ key: VAPIDKey,
        keys: EphemeralKeys,
        http2Root: String? = nil,
        _ body: (WebPushProvider) async throws -> Result
    ) async throws -> Result {
        let options = try options(key)
        let way = try GuardedTransport(
            rules: options.endpointRules,
            now: { Stopwatch.wallClock },
            connectionsPerOrigin: concurrency
        )
        let connections = try http2Root.map { root in
            try WebPushConnections(
                options: options,
                trustRootsPEM: root,
                now: { Stopwatch.wallClock },
                random: { Double.random(in: 0..<1) }
            )
        }
        let provider = WebPushProvider(
            options: options,
            transport: way.transport,
            connections: connections,
            keys: keys,
            now: { Stopwatch.wallClock }
        )
        do {
            let result = try await body(provider)
            await connections?.shutdown()
            await way.shutDown()
            return result
        } catch {
            await connections?.shutdown()
            await way.shutDown()
            throw error
        }
    }
}
