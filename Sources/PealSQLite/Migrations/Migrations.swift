import GRDB
import PealStore

/// The schema's history: numbered, append-only, run before anything else.
enum Migrations {
    /// Brings a database up to this version.
    /// - Throws: ``StoreError`` `incompatible` when a newer version has been at it.
    static func run(on pool: DatabasePool) throws {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("0001-foundation", migrate: M0001Foundation.migrate)
        guard try !pool.read(migrator.hasBeenSuperseded) else {
            throw StoreError(
                .incompatible,
                "a newer version of Peal has migrated this data directory: run that version, or restore a backup"
            )
        }
        try migrator.migrate(pool)
    }
}
