import Logging
import PealCore
import Synchronization
import Testing

@testable import PealEngine

@Suite("Which loops run", .timeLimit(.minutes(15)))
struct LoopRegisterTests {
    /// A clock that moves when it is told to.
    private final class Hand: Sendable {
        private let shown = Mutex<Duration>(.zero)
        var time: Duration { shown.withLock { $0 } }
        func move(by step: Duration) { shown.withLock { $0 += step } }
    }

    @Test("A loop is seen while it runs, however long it waits between its rounds")
    func waiting() {
        let hand = Hand()
        let register = LoopRegister(uptime: { hand.time })
        #expect(!register.isRunning("sweep"))
        register.began("sweep")
        #expect(register.isRunning("sweep") && !register.isRunning("decide"))
        register.roundBegan("sweep")
        register.roundEnded("sweep")
        hand.move(by: .seconds(86_400))
        #expect(register.isRunning("sweep"))
        register.ended("sweep")
        #expect(!register.isRunning("sweep"))
    }

    @Test("A loop whose round does not end is not taken for a running one, until it ends after all")
    func stuck() {
        let hand = Hand()
        let register = LoopRegister(uptime: { hand.time })
        register.began("sweep")
        register.began("decide")
        register.roundBegan("sweep")
        hand.move(by: LoopRegister.patience - .seconds(1))
        #expect(register.isRunning("sweep"))
        hand.move(by: .seconds(1))
        #expect(!register.isRunning("sweep") && register.isRunning("decide"))
        register.roundEnded("sweep")
        #expect(register.isRunning("sweep"))
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
            hand.move(by: LoopRegister.patience)
            #expect(!metrics.loops.isRunning("sweep"))
            group.cancelAll()
        }
        #expect(!metrics.loops.isRunning("sweep"), "it has ended")
    }
}
