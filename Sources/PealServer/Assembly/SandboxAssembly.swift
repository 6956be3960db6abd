import Logging
import PealEngine
import PealProviderKit
import PealSandbox
import ServiceLifecycle

/// Puts a sandbox together: simulators first, then an engine whose real provider clients speak to them.
struct SandboxAssembly {
    let plan: ServerPlan
    let transport: HTTPTransport
    let crash: CrashPoints
    let logger: Logger

    func run<Result: Sendable>(_ body: ([any Service], Edge) async throws -> Result) async throws -> Result {
        let clock = VirtualClock(at: SystemClock().now, flow: plan.demo != nil ? .system : nil)
        let world = SandboxWorld(
            now: { clock.now },
            wait: { try await Task.sleep(for: $0, clock: .continuous) },
            random: { UInt64.random(in: .min ... .max) }
        )
        let setup = try SimulatorSetup(
            world: world,
            ports: plan.plugins.simulators.numbers(from: nil),
            isOwnProcess: false,
            logger: logger
        )
        let push = try PushSimulators(plan.plugins, setup)
        // A group of its own: the simulators end after the deliveries that still speak to them.
        let simulators = ServiceGroup(configuration: push.groupConfiguration(logger: logger))
        return try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await simulators.run() }
            try await push.ready()
            var plan = plan
            for app in plan.sources.map(\.app) {
                let base = plan.configuration.apps[app] ?? AppConfiguration()
                plan.configuration.apps[app] = try push.settings(
                    of: app,
                    over: base,
                    reachesBrowsers: plan.demo != nil
                )
            }
            let clients = ProviderClients(
                transport: transport,
                now: { clock.now },
                isSandbox: true,
                plugins: plan.plugins
            )
            let set = try clients.configured(plan.configuration.apps)
            let dependencies = try await EngineDependencies.open(plan, clock: clock, logger: logger)
            defer { dependencies.close(logger) }
            let phones = SandboxPhones(fleet: push.phones)
            let address = ServedAddress()
            let result = try await WebhookTransport.with(plan.configuration.webhooks, clock: clock) { webhooks in
                let engine = try await dependencies.engine(
                    sending: set,
                    webhooks: webhooks,
                    signatureTime: { SystemClock().now },
                    crash: crash,
                    addressHints: push.addressHints,
                    deviceChanged: { phones.follow($0) },
                    logger: logger
                )
                let sandbox = Sandbox(
                    engine: engine,
                    clock: clock,
                    push: push,
                    phones: phones,
                    replies: SandboxReplies(phones: push.phones, address: address, transport: transport),
                    configuration: plan.configuration,
                    demo: plan.demo
                )
                try await sandbox.installTestKeys()
                let edge = try await Edge(
                    engine: engine,
                    probe: StoreProbe(store: dependencies.store, logger: logger),
                    plan: plan,
                    issuers: try await TokenIssuers(plan.configuration.apps, clock: clock, logger: logger),
                    sandbox: try await sandbox.control(),
                    address: address
                )
                let services = dependencies.services(of: engine, sending: set)
                return try await set.shutDown { try await body(services, edge) }
            }
            await simulators.triggerGracefulShutdown()
            try await tasks.waitForAll()
            return result
        }
    }
}
