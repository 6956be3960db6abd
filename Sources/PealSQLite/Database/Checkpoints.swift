import GRDB
import GRDBSQLite
import Synchronization

/// Carries the write-ahead log into the database each time it has grown, once the callers of a transaction are answered
/// (ADR 0052).
///
/// SQLite's own way is to do so within the commit that makes the log long enough, whose callers then wait for it.
final class Checkpoints: Sendable {
    /// Pages that the log grows by between two, about 8 MiB: what carrying them over takes, the next transaction waits.
    static let interval = 2_000

    /// Pages in the log after the last commit.
    var pages: Int { written.load(ordering: .relaxed) }

    /// Pages after which one is repeated that did not let the log begin again: a reader had begun before it ended.
    static let repetition = 200

    private let written = Atomic(0)
    /// Pages that it had when it was carried over last.
    private let carried = Atomic(0)

    /// Starts on the writer's connection.
    ///
    /// The connection does not keep this: nothing may be written with it after this is gone.
    init(of database: Database) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_wal_hook(
            database.sqliteConnection,
            { context, _, _, pages in
                if let context {
                    let checkpoints = Unmanaged<Checkpoints>.fromOpaque(context).takeUnretainedValue()
                    checkpoints.written.store(Int(pages), ordering: .relaxed)
                }
                return SQLITE_OK
            },
            context
        )
    }

    /// Makes a checkpoint if the log has grown enough since the last one.
    func make(_ database: Database) {
        let pages = pages
        // A log that is shorter than before has begun again.
        if pages < carried.load(ordering: .relaxed) { carried.store(0, ordering: .relaxed) }
        let before = carried.load(ordering: .relaxed)
        guard pages - before >= (before == 0 ? Self.interval : Self.repetition) else { return }
        // What fails leaves the log as it is: nothing is lost, and the next transaction tries again. So does one that a reader
        // of an older snapshot has cut short.
        guard let made = try? database.checkpoint(.passive), made.checkpointedFrameCount >= pages else { return }
        carried.store(pages, ordering: .relaxed)
    }
}
