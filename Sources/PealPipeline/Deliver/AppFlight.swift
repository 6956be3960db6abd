import PealCore
import Synchronization

/// Counts what is in flight, by app.
final class AppFlight: Sendable {
    private let counts = Mutex<[AppID: Int]>([:])

    var byApp: [AppID: Int] { counts.withLock { $0 } }

    func began(_ app: AppID) { counts.withLock { $0[app, default: 0] += 1 } }

    /// How many of the app are left.
    func ended(_ app: AppID) -> Int {
        counts.withLock { counts in
            let left = (counts[app] ?? 1) - 1
            counts[app] = left > 0 ? left : nil
            return left
        }
    }
}
