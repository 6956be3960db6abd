import AsyncHTTPClient
import Logging
import NIOCore
import PealCore
import PealExpo
import PealProviderKit
import PealTesting

@testable import PealSandbox

/// The real provider and the real simulator, joined by real sockets on loopback.
struct ExpoBench: Sendable {
    let clock: TestClock
    let simulator: ExpoSimulator
    let client: HTTPClient

    /// Runs both for as long as the body takes.
    static func run(
        detail: RequestLog.Detail = .full,
        perSecond: Int? = nil,
        _ body: (ExpoBench) async throws -> Void
    ) async throws {
        let clock = TestClock()
        let world = SandboxWorld.test(clock)
        let logger = Logger(label: "simulator") { _ in SwiftLogNoOpLogHandler() }
        let simulator = ExpoSimulator(
            world: world,
            requestLog: RequestLog(detail: detail),
            faults: FaultScript(world: world),
            phones: DeviceFleet(now: { clock.now }),
            perSecond: perSecond,
            logger: logger
        )
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.decompression = HTTPClient.Configuration.singletonConfiguration.decompression
        let client = HTTPClient(configuration: configuration)
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    do { try await simulator.run() } catch is CancellationError {}
                }
                let port = try await simulator.ready()
                try await body(ExpoBench(clock: clock, simulator: simulator, client: client))
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

    /// A provider at the simulator.
    func provider(accessToken: String? = nil, timeout: Duration = .seconds(120)) throws -> ExpoProvider {
        let options = try ExpoOptions(
            accessToken: accessToken,
            endpoint: simulator.baseURL ?? "",
            timeout: timeout
        )
        return ExpoProvider(options: options, transport: .client(client), now: { clock.now })
    }

    /// A phone with a token of a project.
    func phone(_ platform: Platform = .ios, project: String = "demo") throws -> (id: String, token: String) {
        let token = simulator.makeToken(project: project)
        let id = try simulator.phones.add(
            app: project,
            user: "ann",
            provider: .expo,
            platform: platform,
            token: token
        )
        return (id, token)
    }

    func notifications(_ phone: String) throws -> [PhoneScreen.Notification] {
        try simulator.phones.screen(phone).notifications
    }

    /// Posts a body as it is.
    func post(
        _ path: String,
        _ body: String,
        headers: [(String, String)] = [("content-type", "application/json")]
    ) async -> (status: Int, json: JSONValue) {
        let call = HTTPCall(
            url: (simulator.baseURL ?? "") + path,
            headers: headers.map { (name: $0.0, value: $0.1) },
            body: Array(body.utf8),
            timeout: .seconds(120)
        )
        guard case .answered(let answer) = await HTTPTransport.client(client).send(call) else { return (0, .null) }
        return (answer.status, JSONText.parse(answer.body) ?? .null)
    }
}
