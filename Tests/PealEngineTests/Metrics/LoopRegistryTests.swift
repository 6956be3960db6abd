import Logging
import PealCore
import Synchronization
import Testing

@testable import PealEngine

@Suite("Which loops run")
struct LoopRegistryTests {
    /// A clock that moves when it is told to.
    private final class Hand: Sendable {
        private let shown = Mutex<Duration>(.zero)
        var time: Duration { shown.withLock { $0 } }
        func move(by step: Duration) { shown.withLock { $0 += step } }
    }

    @Test("A loop is seen while it runs, however long it waits between its rounds")
    func waiting() {
        let hand = Hand()
        let registry = LoopRegistry(uptime: { hand.time })
        #expect(!registry.isRunning("sweep"))
        registry.began("sweep")
        #expect(registry.isRunning("sweep") && !registry.isRunning("decide"))
        registry.roundBegan("sweep")
        registry.roundEnded("sweep")
        hand.move(by: .seconds(86_400))
        #expect(registry.isRunning("sweep"))
        registry.ended("sweep")
        #expect(!registry.isRunning("sweep"))
    }

    @Test("A loop whose round does not end is not taken for a running one, until it ends after all")
    func stuck() {
        let hand = Hand()
        let registry = LoopRegistry(uptime: { hand.time })
        registry.began("sweep")
        registry.began("decide")
        registry.roundBegan("sweep")
        hand.move(by: LoopRegistry.patience - .seconds(1))
        #expect(registry.isRunning("sweep"))
        hand.move(by: .seconds(1))
        #expect(!registry.isRunning("sweep") && registry.isRunning("decide"))
        registry.roundEnded("sweep")
        #expect(registry.isRunning("sweep"))
    }

    @Test("A round that got stuck inside a loop is found from outside")
    func loop() async throws {
        let hand = Hand()
        let metrics = PipelineMetrics(uptime: { hand.time })
        let begun = WakeUp()
        let gate = WakeUp()
        let version = begun.version
        let loop = RestartingLoop(
            name: "sweep",
            wakeUp: WakeUp(),
            clock: VirtualClock(at: Timestamp(seconds: 0)),
            metrics: metrics,
            logger: Logger(label: "test")
        )
        await withTaskGroup { group in
            group.addTask {
                await loop.run {
                    let gateVersion = gate.version
                    begun.fire()
                    await gate.wait(after: gateVersion)
                    return .until(nil)
                }
            }
            await begun.wait(after: version)
            #expect(metrics.loops.isRunning("sweep"))
            hand.move(by: LoopRegistry.patience)
            #expect(!metrics.loops.isRunning("sweep"))
            group.cancelAll()
        }
        #expect(!metrics.loops.isRunning("sweep"), "it has ended")
    }
}
