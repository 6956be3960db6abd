public import PealCore
import Synchronization

/// When users last used their app, as far as this process saw it: enough to hold a push for a user who is looking at
/// the screen.
///
/// It is kept only in memory: after a restart, a user gets a push immediately that could have waited. Bounded: with
/// too many users, those not heard of for longest are forgotten first.
public final class RecentActivity: Sendable {
    private struct UserKey: Hashable {
        var app: AppID
        var user: UserID
    }

    private struct State {
        /// Two generations: when the younger one is full it becomes the elder, and the elder is forgotten.
        var young: [UserKey: Timestamp] = [:]
        var old: [UserKey: Timestamp] = [:]
    }

    private let generation: Int
    private let state = Mutex(State())

    /// Starts with nobody.
    /// - Parameter limit: how many users are remembered at most.
    public init(limit: Int = 200_000) { generation = max(1, limit / 2) }

    /// A user used the app.
    public func note(_ user: UserID, app: AppID, at now: Timestamp) {
        let key = UserKey(app: app, user: user)
        state.withLock { state in
            if state.young[key] == nil, state.young.count >= generation {
                state.old = state.young
                state.young = [:]
            }
            state.young[key] = max(now, state.young[key] ?? now)
        }
    }

    /// When a user last used the app; `nil` when that was not seen.
    public func last(_ user: UserID, app: AppID) -> Timestamp? {
        let key = UserKey(app: app, user: user)
        return state.withLock { $0.young[key] ?? $0.old[key] }
    }
}
