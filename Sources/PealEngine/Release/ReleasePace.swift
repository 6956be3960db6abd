import PealCore
import Synchronization

/// Spreads an app's pushes that were held for one instant over the seconds after it, which avoids a spike at 08:00.
///
/// Each app has a share of its own: what one app held delays no other app's.
final class ReleasePace: Sendable {
    private struct State {
        var second: Int64 = .min
        var released = 0
        var isTakenUntil = Timestamp(milliseconds: 0)
    }

    /// Pushes of one app released a second.
    let share: Int
    private let states = Mutex<[AppID: State]>([:])

    init(share: Int = 1_000) { self.share = share }

    /// How many of an app's may be released now.
    func room(of app: AppID, at now: Timestamp) -> Int {
        states.withLock { states in
            var state = states[app] ?? State()
            if state.second != now.milliseconds / 1_000 {
                (state.second, state.released) = (now.milliseconds / 1_000, 0)
            }
            states[app] = state
            return max(0, share - state.released)
        }
    }

    /// Counts an app's releases.
    func count(_ released: Int, of app: AppID) { states.withLock { $0[app, default: State()].released += released } }

    /// The first second to which none of the app's were moved yet, taken for so many.
    func take(_ count: Int, of app: AppID, at now: Timestamp) -> Timestamp {
        states.withLock { states in
            let start = max(now + .seconds(1), states[app]?.isTakenUntil ?? now)
            states[app, default: State()].isTakenUntil = start + .seconds((count + share - 1) / share)
            return start
        }
    }
}
