public import PealCore
import Synchronization

/// What users are looking at, as their live connections say: threads (R165), or boards of events.
///
/// Kept in memory: a connection that ends takes what it showed with it.
public final class LiveViews: Sendable {
    private struct UserKey: Hashable {
        var app: AppID
        var user: UserID
    }

    private struct State {
        var lastNumber = 0
        var shown: [UserKey: [Int: String]] = [:]
    }

    private let state = Mutex(State())

    /// Starts with nobody.
    public init() {}

    /// A live connection of a user, which shows nothing yet.
    public func open(_ user: UserID, app: AppID) -> LiveView {
        let key = UserKey(app: app, user: user)
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return LiveView { [self] thread in
            state.withLock { state in
                state.shown[key, default: [:]][number] = thread
                if state.shown[key]?.isEmpty ?? false { state.shown[key] = nil }
            }
        }
    }

    /// What a user is looking at now, on any device.
    public func shown(to user: UserID, app: AppID) -> Set<String> {
        state.withLock { Set($0.shown[UserKey(app: app, user: user)]?.values.map(\.self) ?? []) }
    }
}

/// What one live connection shows; releasing it shows nothing.
public final class LiveView: Sendable {
    private let set: @Sendable (String?) -> Void

    init(_ set: @escaping @Sendable (String?) -> Void) { self.set = set }

    deinit { set(nil) }

    /// The connection shows something else, or nothing.
    public func show(_ name: String?) { set(name) }
}
