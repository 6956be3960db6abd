import PealCore
import Synchronization

/// Spreads pushes that were held for one instant, so that eight o'clock is no spike.
///
/// What is more than a second's share moves to the seconds after it, each once.
final class ReleasePace: Sendable {
    private struct State {
        var second: Int64 = .min
        var released = 0
        var isTakenUntil = Timestamp(milliseconds: 0)
    }

    /// Pushes released a second.
    let share: Int
    private let state = Mutex(State())

    init(share: Int = 1_000) { self.share = share }

    /// How many may be released now.
    func room(at now: Timestamp) -> Int {
        state.withLock { state in
            if state.second != now.milliseconds / 1_000 {
                (state.second, state.released) = (now.milliseconds / 1_000, 0)
            }
            return max(0, share - state.released)
        }
    }

    /// Counts releases.
    func count(_ released: Int) { state.withLock { $0.released += released } }

    /// The first second nothing was moved to yet, taken for so many.
    func take(_ count: Int, at now: Timestamp) -> Timestamp {
        state.withLock { state in
            let start = max(now + .seconds(1), state.isTakenUntil)
            state.isTakenUntil = start + .seconds((count + share - 1) / share)
            return start
        }
    }
}
