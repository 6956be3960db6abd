import PealTesting
import Synchronization

@testable import PealSandbox

extension SandboxWorld {
    /// A world in which the time is that of a clock, chance is the same in every run, and a delay takes as long as `wait`:
    /// by default until its simulator ends.
    static func test(
        _ clock: TestClock,
        wait: @escaping @Sendable () async throws -> Void = {
            for await _ in AsyncStream<Never>.makeStream().stream {}
        }
    ) -> SandboxWorld {
        let random = Mutex<UInt64>(0)
        return SandboxWorld(
            now: { clock.now },
            wait: { _ in try await wait() },
            random: {
                random.withLock { state in
                    state &+= 0x9E37_79B9_7F4A_7C15
                    return (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
                }
            }
        )
    }
}
