import CPealSQLite
import GRDB
import Synchronization
import PealSQL

/// Collects what the writer's connection changes in rows that are counted, whichever statement, trigger or foreign key does
/// it, so that no statement can forget it (ADR 0057).
final class CountHook: Sendable {
    private let tables: CountedTables
    private let changes = Mutex(CountChanges())

    /// Starts on a connection of a migrated database.
    ///
    /// The connection does not keep the hook: nothing may be written with it after the hook is gone.
    init(of database: Database) throws {
        tables = try CountedTables(of: database)
        _ = sqlite3_preupdate_hook(
            database.sqliteConnection,
            { context, connection, operation, _, table, _, _ in
                guard let context, let connection, let table else { return }
                let hook = Unmanaged<CountHook>.fromOpaque(context).takeUnretainedValue()
                hook.count(ChangedRow(connection: connection, operation: operation), of: table)
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    private func count(_ row: ChangedRow, of table: UnsafePointer<CChar>) {
        guard let table = CountedTables.Table(table) else { return }
        changes.withLock { tables.count(row, in: table, &$0) }
    }

    /// Hands over what has changed since the last call, or `nil`.
    func take() -> CountChanges? {
        changes.withLock { changes in
            guard !changes.isEmpty else { return nil }
            defer { changes = CountChanges() }
            return changes
        }
    }
}
