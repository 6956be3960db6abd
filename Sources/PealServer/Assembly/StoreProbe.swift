import PealCore
import PealSQLite
import Synchronization

/// Answers whether the disk takes writes, asking it at most once a second: whoever polls `/readyz` cannot make it busy.
final class StoreProbe: Sendable {
    private let store: SQLiteStore
    private let clock = SystemClock()
    private let last = Mutex<(at: Timestamp, holds: Bool)?>(nil)

    init(store: SQLiteStore) { self.store = store }

    func holds() async -> Bool {
        let now = clock.now
        if let last = last.withLock({ $0 }), last.at <= now, now - last.at < .seconds(1) { return last.holds }
        let holds = (try? await store.probe()) != nil
        last.withLock { $0 = (now, holds) }
        return holds
    }
}
