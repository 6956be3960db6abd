import PealCore
import Synchronization

/// The integers by which the tables name apps, as far as they are committed: each connection reads and fills it.
package final class AppKeys: Sendable {
    private let names = Mutex(AppNames())

    /// Starts with none; each is read when it is first asked for.
    package init() {}

    func key(of app: AppID) -> Int64? { names.withLock { $0.keys[app] } }

    func app(_ key: Int64) -> AppID? { names.withLock { $0.apps[key] } }

    /// Takes over keys that a committed transaction has.
    func add(_ committed: AppNames) {
        guard !committed.keys.isEmpty else { return }
        names.withLock { names in for (app, key) in committed.keys { names.add(app, as: key) } }
    }
}

/// Apps by key and keys by app.
struct AppNames {
    private(set) var keys: [AppID: Int64] = [:]
    private(set) var apps: [Int64: AppID] = [:]

    mutating func add(_ app: AppID, as key: Int64) {
        keys[app] = key
        apps[key] = app
    }
}
