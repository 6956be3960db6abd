import Foundation
import Logging
import PealCore
import PealCrypto
import PealFCM
import PealPipeline
import PealProviderKit
import PealSandbox
import PealSQLite
import PealStore
import ServiceLifecycle

/// Puts a sandbox together: simulators first, then an engine whose real provider clients speak to them.
struct SandboxAssembly {
    let plan: ServerPlan
    let transport: HTTPTransport
    let crash: CrashPoints
    let logger: Logger

    func run<Result: Sendable>(_ body: ([any Service], Edge) async throws -> Result) async throws -> Result {
        let clock = VirtualClock(at: SystemClock().now, flow: plan.mode == .demo ? .system : nil)
        let phones = PhoneFarm(now: { clock.now })
        let world = SandboxWorld(
            now: { clock.now },
            wait: { try await Task.sleep(for: $0, clock: .continuous) },
            random: { UInt64.random(in: .min ... .max) }
        )
        let simulator = FCMSimulator(
            world: world,
            ledger: PushLedger(),
            faults: FaultScript(world: world),
            phones: phones,
            logger: logger
        )
        // A group of its own: the simulator ends after the deliveries that still speak to it.
        let simulators = ServiceGroup(
            configuration: .init(services: [.init(service: SimulatorService(simulator: simulator))], logger: logger)
        )
        return try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await simulators.run() }
            _ = try await simulator.ready()
            let foundation = try await EngineFoundation.open(
                plan.configuration,
                mode: plan.mode,
                sources: plan.sources,
                clock: clock,
                logger: logger
            )
            let engine = Engine(
                foundation,
                providers: try providers(simulator, clock),
                crash: crash,
                logger: logger
            )
            let sandbox = Sandbox(
                engine: engine,
                clock: clock,
                simulator: simulator,
                configuration: plan.configuration,
                isDemo: plan.mode == .demo
            )
            try await sandbox.installTestKeys()
            let edge = try await Edge(
                engine: engine,
                plan: plan,
                sandbox: try await sandbox.control(),
                deviceChanged: { sandbox.phones.follow($0) },
                logger: logger
            )
            let result = try await body(engine.services, edge)
            await simulators.triggerGracefulShutdown()
            try await tasks.waitForAll()
            try engine.store.close()
            foundation.lock.release()
            return result
        }
    }

    private func providers(_ simulator: FCMSimulator, _ clock: VirtualClock) throws -> ProviderRegistry {
        var clients: [AppID: [any PushProvider]] = [:]
        for source in plan.sources {
            let options = try FCMOptions(
                serviceAccount: try simulator.makeServiceAccount(project: source.app.rawValue),
                endpoint: simulator.baseURL ?? "",
                allowsCriticalAlerts: true
            )
            clients[source.app] = [FCMProvider(options: options, transport: transport, now: { clock.now })]
        }
        return ProviderRegistry(clients)
    }
}

/// A simulator as a service that ends gracefully.
private struct SimulatorService: Service {
    let simulator: FCMSimulator

    func run() async throws { try await simulator.run() }
}
