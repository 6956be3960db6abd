import GRDB
import GRDBSQLite
import Synchronization

/// Counts the virtual machine steps of every statement that a store's connections run.
final class StepCounter: Sendable {
    /// What a statement cost.
    struct Cost: Sendable {
        var runs = 0
        /// Steps of the run that took the most.
        var most = 0
    }

    private let costs = Mutex<[String: Cost]>([:])

    /// What each statement cost since ``reset()``.
    var counted: [String: Cost] { costs.withLock { $0 } }

    func reset() { costs.withLock { $0 = [:] } }

    /// Counts on a connection for as long as both live.
    func listen(to db: Database) {
        sqlite3_trace_v2(
            db.sqliteConnection,
            UInt32(SQLITE_TRACE_PROFILE),
            { _, context, statement, _ in
                guard let context, let statement else { return 0 }
                Unmanaged<StepCounter>.fromOpaque(context).takeUnretainedValue().note(OpaquePointer(statement))
                return 0
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    private func note(_ statement: OpaquePointer) {
        let steps = Int(sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 1))
        guard let text = sqlite3_sql(statement) else { return }
        let sql = String(cString: text)
        guard ["SELECT", "INSERT", "UPDATE", "DELETE"].contains(where: { sql.hasPrefix($0) }) else { return }
        costs.withLock { costs in
            costs[sql, default: Cost()].runs += 1
            costs[sql, default: Cost()].most = max(costs[sql]?.most ?? 0, steps)
        }
    }
}
