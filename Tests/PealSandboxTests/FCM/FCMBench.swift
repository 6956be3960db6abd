import AsyncHTTPClient
import NIOCore
import PealCore
import PealFCM
import PealProviderKit
import PealSandbox
import PealTesting

/// The real provider and the real simulator, joined by real sockets on loopback.
struct FCMBench: Sendable {
    let clock: TestClock
    let simulator: FCMSimulator
    let client: HTTPClient
    let logs: LogRecorder
    let certificate: SandboxCertificate?

    /// Runs both for as long as the body takes.
    static func run(
        hasControls: Bool = false,
        speaksHTTP2: Bool = false,
        _ body: (FCMBench) async throws -> Void
    ) async throws {
        let clock = TestClock()
        let logs = LogRecorder()
        let world = SandboxWorld.test(clock)
        let certificate = speaksHTTP2 ? try SandboxCertificate(random: world.random) : nil
        let simulator = try FCMSimulator(
            world: world,
            requestLog: RequestLog(),
            faults: FaultScript(world: world),
            phones: DeviceFleet(now: { clock.now }),
            certificate: certificate,
            logger: logs.logger("simulator")
        )
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.connectionPool.retryConnectionEstablishment = false
        let client = HTTPClient(configuration: configuration, backgroundActivityLogger: logs.logger("client"))
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    let control = SimulatorControl(
                        [simulator],
                        requestLog: simulator.requestLog,
                        faults: simulator.faults,
                        phones: simulator.phones
                    )
                    do { try await simulator.run(control: hasControls ? control : nil) } catch is CancellationError {}
                }
                let port = try await simulator.ready()
                let bench = FCMBench(
                    clock: clock,
                    simulator: simulator,
                    client: client,
                    logs: logs,
                    certificate: certificate
                )
                try await body(bench)
                // Connections are taken in as they come: once this one is answered, none is left half taken in, which the
                // HTTP library cannot stand when it is cancelled.
                _ = try? await HTTPClient.shared.execute(
                    HTTPClientRequest(url: "http://127.0.0.1:\(port)/"),
                    timeout: .seconds(120)
                )
                group.cancelAll()
            }
        } catch {
            try await client.shutdown()
            throw error
        }
        try await client.shutdown()
    }

    /// A provider of a project at the simulator.
    func provider(project: String = "demo", transport: HTTPTransport? = nil) throws -> FCMProvider {
        let options = try FCMOptions(
            serviceAccount: try simulator.makeServiceAccount(project: project),
            endpoint: simulator.baseURL ?? "",
            timeout: .seconds(120)
        )
        return FCMProvider(options: options, transport: transport ?? .client(client), now: { clock.now })
    }

    /// Runs a provider that sends over HTTP/2; messages reach `transport` only when HTTP/2 is not spoken.
    func withHTTP2(
        at endpoint: String? = nil,
        transport: HTTPTransport? = nil,
        _ body: (FCMProvider) async throws -> Void
    ) async throws {
        let options = try FCMOptions(
            serviceAccount: try simulator.makeServiceAccount(project: "demo"),
            endpoint: endpoint ?? simulator.secureBaseURL ?? "",
            timeout: .seconds(120)
        )
        let connections = try FCMConnections(
            options: options,
            trustRootsPEM: certificate?.rootPEM,
            now: { clock.now },
            random: { 0 }
        )
        let provider = FCMProvider(
            options: options,
            transport: transport ?? .client(client),
            connections: connections,
            now: { clock.now }
        )
        do { try await body(provider) } catch {
            await connections?.shutdown()
            throw error
        }
        await connections?.shutdown()
    }

    /// A phone with a token of a project.
    func phone(
        _ platform: Platform = .android,
        project: String = "demo",
        permission: PushPermission = .granted
    ) throws -> (id: String, token: String) {
        let token = simulator.makeToken(project: project)
        let id = try simulator.phones.add(
            app: project,
            user: "ann",
            provider: .fcm,
            platform: platform,
            token: token,
            permission: permission
        )
        return (id, token)
    }

    func notifications(_ phone: String) throws -> [PhoneScreen.Notification] {
        try simulator.phones.screen(phone).notifications
    }
}
