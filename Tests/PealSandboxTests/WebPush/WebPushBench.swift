import AsyncHTTPClient
import Logging
import NIOCore
import PealCore
import PealProviderKit
import PealTesting
import Testing

@testable import PealSandbox
@testable import PealWebPush

/// The real provider, the real guard and the real simulator, joined by real sockets on loopback.
struct WebPushBench: Sendable {
    let clock: TestClock
    let simulator: WebPushSimulator
    let options: WebPushOptions
    let transport: GuardedTransport
    /// What carries pushes over HTTP/2, where the bench speaks it.
    let connections: WebPushConnections?

    /// Runs both for as long as the body takes.
    static func run(speaksHTTP2: Bool = false, _ body: (WebPushBench) async throws -> Void) async throws {
        let clock = TestClock()
        let world = SandboxWorld.test(clock)
        let certificate = speaksHTTP2 ? try SandboxCertificate(random: world.random) : nil
        let simulator = try WebPushSimulator(
            world: world,
            requestLog: RequestLog(),
            faults: FaultScript(world: world),
            phones: DeviceFleet(now: { clock.now }),
            certificate: certificate,
            logger: Logger(label: "simulator") { _ in SwiftLogNoOpLogHandler() }
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                do { try await simulator.run() } catch is CancellationError {}
            }
            let port = try await simulator.ready()
            let options = try WebPushOptions(
                vapidPrivateKey: VAPIDKey.generate().secret,
                subject: "mailto:ops@example.com",
                exceptions: [simulator.exception, simulator.http2BaseURL].compactMap { $0 },
                timeout: .seconds(120)
            )
            let bench = WebPushBench(
                clock: clock,
                simulator: simulator,
                options: options,
                transport: try GuardedTransport(rules: options.endpointRules, now: { clock.now }),
                connections: try certificate.map { certificate in
                    try WebPushConnections(
                        options: options,
                        trustRootsPEM: certificate.rootPEM,
                        now: { clock.now },
                        random: { 0 }
                    )
                }
            )
            do {
                try await body(bench)
            } catch {
                await bench.shutDown()
                throw error
            }
            await bench.shutDown()
            // Connections are taken in as they come: once this one is answered, none is left half taken in, which the HTTP
            // library cannot stand when it is cancelled.
            _ = try? await HTTPClient.shared.execute(
                HTTPClientRequest(url: "http://127.0.0.1:\(port)/"),
                timeout: .seconds(120)
            )
            group.cancelAll()
        }
    }

    private func shutDown() async {
        await connections?.shutdown()
        await transport.shutDown()
    }

    /// A provider; where the bench speaks HTTP/2, nothing of it may reach the HTTP client.
    func provider(
        options: WebPushOptions? = nil,
        transport: HTTPTransport? = nil,
        keys: EphemeralKeys = EphemeralKeys(size: 0)
    ) -> WebPushProvider {
        WebPushProvider(
            options: options ?? self.options,
            transport: transport ?? (connections == nil ? self.transport.transport : Self.nothing),
            connections: connections,
            keys: keys,
            now: { clock.now }
        )
    }

    /// A transport that nothing may reach.
    private static let nothing = HTTPTransport { _ in
        Issue.record("a message was sent through the HTTP client")
        return .notSent(reason: "not-permitted")
    }

    /// The token of a subscription that the simulator did not make.
    static func token(endpoint: String) -> String {
        let key = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        return #"{"endpoint":"\#(endpoint)","keys":{"auth":"BTBZMqHH6r4Tts7J_aSIgg","p256dh":"\#(key)"}}"#
    }

    func subscription(app: String = "demo", key: String? = nil) throws -> String {
        try simulator.makeSubscription(
            app: app,
            vapidPublicKey: key ?? options.applicationServerKey,
            isHTTP2: connections != nil
        )
    }

    /// A browser with a subscription.
    func phone() throws -> (id: String, token: String) {
        let token = try subscription()
        let id = try simulator.phones.add(app: "demo", user: "ann", provider: .webpush, platform: .web, token: token)
        return (id, token)
    }

    func notifications(_ phone: String) throws -> [PhoneScreen.Notification] {
        try simulator.phones.screen(phone).notifications
    }

    /// A request as a sender would make it, which a test then spoils.
    func request(to token: String, text: [UInt8] = Array("{}".utf8)) throws -> HTTPCall {
        let subscription = try WebPushSubscription(token: token)
        let tokens = VAPIDTokens(key: options.key, subject: options.subject, now: { clock.now })
        let origin = try options.endpointRules.check(subscription.endpoint).origin
        let body = try MessageEncryption.seal(text, recordLength: 0, for: subscription, with: .fresh())
        return HTTPCall(
            url: subscription.endpoint,
            headers: [
                ("TTL", "60"), ("Content-Encoding", "aes128gcm"), ("Urgency", "normal"), ("Topic", "abc"),
                ("Authorization", tokens.authorization(origin: origin) ?? ""),
            ],
            body: body,
            timeout: .seconds(120)
        )
    }
}
