import GRDB
import PealStore

/// The schema's history: numbered, append-only, run before anything else.
enum Migrations {
    /// Brings a database up to this version.
    /// - Throws: ``StoreError`` `incompatible` when a newer version has been at it.
    static func run(on pool: DatabasePool) throws {
        let migrator = migrator
        try pool.read { db in try refuseNewer(migrator, db) }
        try migrator.migrate(pool)
    }

    /// Whether a database is at this version.
    /// - Throws: ``StoreError`` `incompatible` when a newer version has been at it.
    static func isComplete(_ db: Database) throws -> Bool {
        let migrator = migrator
        try refuseNewer(migrator, db)
        return try migrator.hasCompletedMigrations(db)
    }

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("0001-foundation", migrate: M0001Foundation.migrate)
        return migrator
    }

    private static func refuseNewer(_ migrator: DatabaseMigrator, _ db: Database) throws {
        guard try !migrator.hasBeenSuperseded(db) else {
            throw StoreError(
                .incompatible,
                "a newer version of Peal has migrated this data directory: run that version, or restore a backup"
            )
        }
    }
}
