import Logging
import PealCore
import PealSQLite
import Synchronization

/// Answers whether the disk takes writes, asking it at most once a second: whoever polls `/readyz` cannot make it busy.
final class StoreProbe: Sendable {
    private let store: SQLiteStore
    private let logger: Logger
    private let clock = SystemClock()
    private let last = Mutex<(at: Timestamp, obstacle: String?)?>(nil)

    init(store: SQLiteStore, logger: Logger) {
        self.store = store
        self.logger = logger
    }

    /// Whether a write succeeds; the first one that does not, and the first that does again, are a line of the log.
    func holds() async -> Bool {
        let now = clock.now
        if let last = last.withLock({ $0 }), last.at <= now, now - last.at < .seconds(1) { return last.obstacle == nil }
        let obstacle = await look()
        let before = last.withLock { last in
            defer { last = (now, obstacle) }
            return last?.obstacle
        }
        if let obstacle, before == nil {
            logger.error(
                "the database takes no writes: calls are answered with 503",
                metadata: ["reason": "\(obstacle)"]
            )
        }
        if obstacle == nil, before != nil { logger.notice("the database takes writes again") }
        return obstacle == nil
    }

    /// Why the last write failed, in words that anybody may read; `nil` when it succeeded.
    var remark: String? { last.withLock { $0?.obstacle } }

    private func look() async -> String? {
        do {
            try await store.probe()
            return nil
        } catch let error as StoreError where error.message.hasPrefix(StoreError.full) {
            return "\(StoreError.full); free some space"
        } catch {
            return "the database takes no writes; the log names the cause"
        }
    }
}
