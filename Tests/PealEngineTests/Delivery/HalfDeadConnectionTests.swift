import Logging
import NIOCore
import PealCore
import PealHTTP2
import PealSQL
import PealSandbox
import Synchronization
import Testing

@testable import PealAPNs
@testable import PealEngine

/// P1: a connection to APNs can die by halves, so that PINGs are answered and pushes are not.
@Suite("A half-dead connection to APNs")
struct HalfDeadConnectionTests {
    private static let users = 200

    @Test("costs one time-out, and not every push after it", arguments: [1, 2])
    func halfDead(connections: Int) async throws {
        let clock = VirtualClock(at: PipelineWorld.start)
        try await Self.withSimulator(clock) { simulator in
            // The first connection of each line goes silent; all later ones are healthy.
            try simulator.faults.add(Fault(provider: .apns, reset: .silent, times: connections))
            let provider = try Self.provider(simulator, connections: connections, clock)
            try await PipelineWorld.with(maximumInFlight: 512, clock: clock, client: provider) { world in
                var phones: [String] = []
                for number in 0..<Self.users {
                    let token = simulator.makeToken(app: "shop")
                    phones.append(
                        try simulator.phones.add(
                            app: "shop",
                            user: "p\(number)",
                            provider: .apns,
                            platform: .ios,
                            token: token
                        )
                    )
                    try await world.addUserWithDevice("p\(number)", token: token, environment: "production")
                }
                let trigger = try await world.running {
                    var draft = PipelineWorld.draft("t")
                    draft.audience = .all
                    guard
                        case .accepted(let id) = try await world.intake.submit([draft], app: "shop")[0].get().acceptance
                    else {
                        throw CancellationError()
                    }
                    // The fifteen seconds that a push waits for its answer; the connection's own clock is shorter here.
                    clock.set(PipelineWorld.start + .seconds(15))
                    try await world.advance(to: PipelineWorld.start + .seconds(40))
                    return id
                }
                let ended = try #require(try await world.store.trigger(trigger, app: "shop")).deliveries
                #expect(ended.filter { $0.value > 0 } == [.accepted: Self.users])
                let shown = try phones.map { try simulator.phones.screen($0).notifications.count }
                #expect(shown.allSatisfy { $0 == 1 })
            }
            await provider.shutdown()
        }
    }

    private static func provider(_ simulator: APNsSimulator, connections: Int, _ clock: VirtualClock) throws
        -> APNsProvider
    {
        let credentials = try simulator.makeCredentials(app: "shop")
        let url = try #require(simulator.baseURL)
        let options = try APNsOptions(
            signingKey: credentials.signingKeyPEM,
            keyID: credentials.keyID,
            teamID: credentials.teamID,
            bundleID: credentials.bundleID,
            productionEndpoint: url,
            trustRootsPEM: simulator.rootPEM,
            connections: connections
        )
        var timing = HTTP2Timing()
        timing.timeout = .seconds(30)
        return APNsProvider(options: options, timing: timing, now: { clock.now }, random: { 0.5 })
    }

    private static func withSimulator(_ clock: VirtualClock, _ body: (APNsSimulator) async throws -> Void) async throws
    {
        let random = Mutex<UInt64>(0)
        let world = SandboxWorld(
            now: { clock.now },
            wait: { _ in },
            random: {
                random.withLock { state in
                    state &+= 0x9E37_79B9_7F4A_7C15
                    return (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
                }
            }
        )
        let simulator = try APNsSimulator(
            world: world,
            requestLog: RequestLog(),
            faults: FaultScript(world: world),
            phones: DeviceFleet(now: { clock.now }),
            logger: Logger(label: "simulator") { _ in SwiftLogNoOpLogHandler() }
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await simulator.run() }
            _ = try await simulator.ready()
            try await body(simulator)
            group.cancelAll()
        }
    }
}
