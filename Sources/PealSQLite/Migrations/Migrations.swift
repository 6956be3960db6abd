import Foundation
import GRDB
import PealCore
import PealSQL

/// The schema's history: a migration for each table, then what alters them, append-only and run before anything else.
///
/// What is in a release is never changed: a later migration alters what a table's own one made.
enum Migrations {
    /// The first migrations of the formats before the first release, which nothing reads any longer.
    private static let unreleased: Set = ["0001-foundation", "0001-platform"]

    /// Brings a database up to this version, or to an earlier migration.
    /// - Throws: ``StoreError`` `incompatible` when a newer version has been at it, or one from before the first release.
    static func run(on writer: any DatabaseWriter, upTo last: String? = nil) throws {
        let migrator = migrator
        try writer.read { db in try refuseUnknown(migrator, db) }
        if let last { try migrator.migrate(writer, upTo: last) } else { try migrator.migrate(writer) }
    }

    /// Whether a database is at this version.
    /// - Throws: ``StoreError`` `incompatible` as in ``run(on:upTo:)``.
    static func isComplete(_ db: Database) throws -> Bool {
        let migrator = migrator
        try refuseUnknown(migrator, db)
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
    /// - Throws: ``StoreError`` `incompatible` as in ``run(on:upTo:)``.
    static func version(_ db: Database) throws -> String? {
        let migrator = migrator
        try refuseUnknown(migrator, db)
        let applied = try migrator.appliedIdentifiers(db)
        return migrator.migrations.last { applied.contains($0) }
    }

    /// The last migration there is.
    static var newest: String { migrator.migrations.last ?? "" }

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for (index, table) in SchemaTable.all.enumerated() {
            migrator.registerMigration(table.name) { db in
                if index == 0 { try PlannerStatistics.prepare(db) }
                try db.execute(sql: Dialect.sqlite.render(table.sql))
                try db.execute(sql: TableTriggers.sql(of: table.name))
                if table.name == "meta" { try addErasureKey(db) }
                try PlannerStatistics.add(of: table.name, db)
                if index == SchemaTable.all.count - 1 { try PlannerStatistics.load(db) }
            }
        }
        return migrator
    }

    /// What names of erased users are hashed with.
    private static func addErasureKey(_ db: Database) throws {
        let key = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
        try db.execute(sql: "INSERT INTO meta (key, value) VALUES ('erasure-key', hex(?))", arguments: [Data(key)])
    }

    private static func refuseUnknown(_ migrator: DatabaseMigrator, _ db: Database) throws {
        guard try migrator.hasBeenSuperseded(db) else { return }
        guard try migrator.appliedIdentifiers(db).isDisjoint(with: unreleased) else {
            throw StoreError(
                .incompatible,
                "an unreleased version of Peal made this data directory, and its format is no longer supported: "
                    + "move the directory away or pass another one with `--data`, then start again with an empty database"
            )
        }
        throw StoreError(
            .incompatible,
            "a newer version of Peal migrated this data directory: run that version, or restore a backup"
        )
    }
}
