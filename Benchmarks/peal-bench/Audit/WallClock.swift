import JudgeKit
import PealCore
import PealEngine
import Synchronization

/// Real time for an engine in the benchmark's own process.
struct WallClock: PealClock {
    var now: Timestamp { Stopwatch.wallClock }

    func sleep(until instant: Timestamp) async throws {
        while true {
            let remaining = instant - now
            if remaining <= .zero { return }
            try await Task.sleep(for: remaining)
        }
    }

    /// Identifiers that grow, many in one millisecond.
    static func identifiers() -> IDGenerator {
        let stamps = Stamps()
        return IDGenerator {
            let stamp = stamps.next(Stopwatch.wallClock)
            return UUIDv7(milliseconds: stamp >> 12, random: (stamp & 0x0FFF, UInt64.random(in: .min ... .max)))
        }
    }

    /// Milliseconds with twelve bits that count within them.
    private final class Stamps: Sendable {
        private let last = Mutex<UInt64>(0)

        func next(_ now: Timestamp) -> UInt64 {
            last.withLock { last in
                last = max(UInt64(max(now.milliseconds, 0)) << 12, last + 1)
                return last
            }
        }
    }
}
