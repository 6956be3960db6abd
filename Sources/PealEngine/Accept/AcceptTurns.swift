import PealCore
import Synchronization

/// Lets a request whose plan failed several times go first: while it holds the turn of its app, other requests that could
/// change the same wait.
///
/// Those that are on their way already are not waited for; each of them can disturb the holder once.
package final class AcceptTurns: Sendable {
    private let waiting = Mutex<[AppID: [CheckedContinuation<Void, Never>]]>([:])

    /// Nobody holds a turn.
    package init() {}

    /// Whether a request holds the turn of an app, so that others wait for it.
    func isHeld(_ app: AppID) -> Bool { waiting.withLock { $0[app] != nil } }

    /// Returns when nobody holds the turn of an app.
    func wait(_ app: AppID) async {
        guard isHeld(app) else { return }
        await hold(app) {}
    }

    /// Runs a closure that holds the turn of an app; those that wait for it follow in their order.
    func hold<Value>(_ app: AppID, _ body: () async throws -> Value) async rethrows -> Value {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let isFree = waiting.withLock { waiting in
                guard waiting[app] != nil else {
                    waiting[app] = []
                    return true
                }
                waiting[app]?.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
        defer { passOn(app) }
        return try await body()
    }

    private func passOn(_ app: AppID) {
        let next = waiting.withLock { waiting -> CheckedContinuation<Void, Never>? in
            guard waiting[app]?.isEmpty == false else {
                waiting[app] = nil
                return nil
            }
            return waiting[app]?.removeFirst()
        }
        next?.resume()
    }
}
