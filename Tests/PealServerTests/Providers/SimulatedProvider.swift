import Logging
import PealCore
import PealProviderKit
import PealSandbox
import PealTesting
import ServiceLifecycle
import Synchronization
import Testing

@testable import PealServer

/// A client and its simulator, put together from the plug-in as a sandbox does it, and joined by sockets on loopback.
struct SimulatedProvider: Sendable {
    static let app = AppID("demo")

    let route: ProviderRoute
    let clock: TestClock
    let simulators: PushSimulators
    let client: any PushProvider

    /// Runs both for as long as the body takes.
    static func run(_ route: ProviderRoute, _ body: (SimulatedProvider) async throws -> Void) async throws {
        let clock = TestClock()
        let plugins = ProviderPlugins([route.installed])
        let logger = Logger(label: "simulator") { _ in SwiftLogNoOpLogHandler() }
        let setup = try SimulatorSetup(
            world: world(clock),
            ports: plugins.simulators.numbers(from: nil),
            isOwnProcess: false,
            logger: logger
        )
        let simulators = try PushSimulators(plugins, setup)
        let group = ServiceGroup(configuration: simulators.groupConfiguration(logger: logger))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            try await simulators.ready()
            let base = AppConfiguration()
            let settings = try simulators.settings(of: app, over: base, reachesBrowsers: false)
            try await ProviderTransport.with { transport in
                let clients = ProviderClients(
                    transport: transport,
                    now: { clock.now },
                    isSandbox: true,
                    plugins: plugins
                )
                let set = try clients.configured([app: settings])
                let client = try #require(set.clients[app]?.first)
                let bench = SimulatedProvider(route: route, clock: clock, simulators: simulators, client: client)
                try await set.shutDown { try await body(bench) }
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    private static func world(_ clock: TestClock) -> SandboxWorld {
        let random = Mutex<UInt64>(0)
        return SandboxWorld(
            now: { clock.now },
            // A delay that ends with the simulator alone.
            wait: { _ in for await _ in AsyncStream<Never>.makeStream().stream {} },
            random: {
                random.withLock { state in
                    state &+= 0x9E37_79B9_7F4A_7C15
                    return (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
                }
            }
        )
    }

    /// An address that no phone has.
    func address() throws -> String { try simulators.makeToken(route.traits.id, app: Self.app) }

    /// A phone of the route's platform.
    func phone() throws -> (id: String, token: String) {
        let token = try address()
        let id = try simulators.phones.add(
            app: Self.app.rawValue,
            user: "ann",
            provider: route.traits.id,
            platform: route.platform,
            token: token
        )
        return (id, token)
    }

    func screen(_ phone: String) throws -> PhoneScreen { try simulators.phones.screen(phone) }

    /// Sends a message with everything in it, changed where a test is about that.
    func send(
        to token: String,
        collapseKey: String? = nil,
        timeToLive: Duration = .seconds(3600),
        payload: PushPayload = .fixture(),
        _ change: (inout PushMessage) -> Void = { _ in }
    ) async -> SendOutcome {
        var message = PushMessage.fixture(
            token: token,
            platform: route.platform,
            collapseKey: collapseKey,
            timeToLive: timeToLive,
            badge: payload.badge,
            payload: payload
        )
        change(&message)
        return await client.send(message)
    }

    /// Makes the simulator do something wrong; another service is not concerned.
    func add(_ fault: Fault) throws {
        var fault = fault
        fault.provider = route.traits.id
        try simulators.faults.add(fault)
    }
}

extension SendOutcome {
    var isAccepted: Bool { if case .accepted = self { true } else { false } }
}
