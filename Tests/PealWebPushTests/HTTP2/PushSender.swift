import NIOCore
import PealCore
import PealProviderKit
import PealTesting
import Testing

@testable import PealHTTP2
@testable import PealWebPush

/// A provider that sends over HTTP/2 to hosts of a test.
struct PushSender: Sendable {
    let clock: TestClock
    let provider: WebPushProvider
    let connections: WebPushConnections

    /// Runs a provider for the time of a test.
    /// - Parameters:
    ///   - exceptions: the places that may be called although they are not public.
    ///   - rootPEM: the certificate authority to trust.
    ///   - resolver: finds addresses.
    ///   - limit: how many origins have connections at a time.
    ///   - timeout: how long a send may take.
    ///   - transport: carries what does not travel over HTTP/2; by default that is a failure.
    ///   - body: the test.
    /// - Throws: what keeps it from being made; what the test throws.
    static func run(
        exceptions: [String] = [],
        rootPEM: String? = nil,
        resolver: HostResolver = .system,
        limit: Int = 64,
        timeout: Duration = .seconds(15),
        transport: HTTPTransport = PushSender.nothing,
        _ body: (PushSender) async throws -> Void
    ) async throws {
        let clock = TestClock()
        var timing = HTTP2Timing(timeout: TimeAmount(timeout))
        timing.lastWord = .milliseconds(50)
        let connections = try WebPushConnections(
            trustRootsPEM: rootPEM,
            timing: timing,
            resolver: resolver,
            limit: limit,
            now: { clock.now },
            random: { 0 }
        )
        let options = try WebPushOptions(
            vapidPrivateKey: VAPIDKey.generate().secret,
            subject: "mailto:ops@example.com",
            allowedHosts: nil,
            exceptions: exceptions
        )
        let provider = WebPushProvider(
            options: options,
            transport: transport,
            connections: connections,
            keys: EphemeralKeys(size: 0),
            now: { clock.now }
        )
        do {
            try await body(PushSender(clock: clock, provider: provider, connections: connections))
        } catch {
            await connections.shutdown()
            throw error
        }
        await connections.shutdown()
    }

    /// Sends a message to a browser of a push service.
    func send(to origin: String, number: Int = 1) async -> SendOutcome {
        await provider.send(Self.message(to: origin, number: number))
    }

    /// A message to a browser, by its number.
    static func message(to origin: String, number: Int) -> PushMessage {
        let endpoint = "\(origin)/wp/\(1_000_000 + number)"
        return .fixture(token: WebPushSubscriptionTests.token(endpoint: endpoint), platform: .web)
    }

    /// A transport that nothing may reach.
    static let nothing = HTTPTransport { _ in
        Issue.record("a message was sent through the HTTP client")
        return .notSent(reason: "not-permitted")
    }
}
