import GRDB
import PealCore
import PealStore

/// The schema's history: numbered, append-only, run before anything else.
enum Migrations {
    /// Brings a database up to this version, or to an earlier migration.
    /// - Throws: ``StoreError`` `incompatible` when a newer version has been at it.
    static func run(on writer: any DatabaseWriter, upTo last: String? = nil) throws {
        let migrator = migrator
        try writer.read { db in try refuseNewer(migrator, db) }
        if let last { try migrator.migrate(writer, upTo: last) } else { try migrator.migrate(writer) }
    }

    /// Whether a database is at this version.
    /// - Throws: ``StoreError`` `incompatible` when a newer version has been at it.
    static func isComplete(_ db: Database) throws -> Bool {
        let migrator = migrator
        try refuseNewer(migrator, db)
        return try migrator.hasCompletedMigrations(db)
    }

    /// Refuses a database of any other version.
    /// - Throws: ``StoreError`` `incompatible`.
    static func requireCurrent(_ db: Database) throws {
        guard try !isComplete(db) else { return }
        throw StoreError(
            .incompatible,
            "the database is at \(try version(db) ?? "no version"), and this Peal needs \(newest): "
                + "stop the server, take a backup, then run `peal migrate`"
        )
    }

    /// The last migration a database has been through; `nil` when it has been through none of ours.
    static func version(_ db: Database) throws -> String? {
        let applied = try migrator.appliedIdentifiers(db)
        return migrator.migrations.last { applied.contains($0) }
    }

    /// The last migration there is.
    static var newest: String { migrator.migrations.last ?? "" }

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("0001-foundation", migrate: M0001Foundation.migrate)
        migrator.registerMigration("0002-kept-counts", migrate: M0002KeptCounts.migrate)
        migrator.registerMigration("0003-turns", migrate: M0003Turns.migrate)
        migrator.registerMigration("0004-erasure", migrate: M0004Erasure.migrate)
        migrator.registerMigration("0005-holds", migrate: M0005Holds.migrate)
        migrator.registerMigration("0006-events", migrate: M0006Events.migrate)
        migrator.registerMigration("0007-stored-answers", migrate: M0007StoredAnswers.migrate)
        return migrator
    }

    private static func refuseNewer(_ migrator: DatabaseMigrator, _ db: Database) throws {
        guard try !migrator.hasBeenSuperseded(db) else {
            throw StoreError(
                .incompatible,
                "a newer version of Peal migrated this data directory: run that version, or restore a backup"
            )
        }
    }
}
