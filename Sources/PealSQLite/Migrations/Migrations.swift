import GRDB
import PealCore

/// The schema's history: numbered, append-only, run before anything else.
///
/// Every key starts with the app (its key in `app`), users' tables with app and user; times are milliseconds since 1970,
/// identifiers 16 bytes that sort by time. A part that is in a release is never changed: a later migration alters what
/// it made.
enum Migrations {
    private static let history: [(name: String, parts: [SchemaPart])] = [
        ("0001-platform", [.meta, .apps, .keys, .catalogs, .storedAnswers]),
        ("0002-directory", [.users, .entities, .members, .preferences, .mutes, .devices, .syncPushes]),
        ("0003-triggers", [.triggers, .triggerHoldings, .namedUsers, .limits, .schedules]),
        ("0004-notifications", [.contents, .notifications, .badges, .deliveries, .queues, .keptCounts]),
        ("0005-events", [.events]),
        ("0006-eta", [.etaReplies]),
        ("0007-actions", [.actions]),
        ("0008-audit", [.audit]),
        ("0009-webhooks", [.webhooks]),
        ("0010-analytics", [.analytics]),
        ("0011-alerts", [.alerts]),
        ("0012-arrivals", [.arrivals]),
        ("0013-audit-positions", [.auditPositions]),
        ("0014-channels", [.channels]),
        // Changes no table: an earlier version would take a packed entry for one that was changed (ADR 0056).
        ("0015-packed-audit-entries", []),
        ("0016-counts-by-change", [.countsByChange]),
        ("0017-window-indexes", [.windowIndexes]),
        ("0018-clock", [.clock]),
        ("0019-users-put-again", [.putAgain]),
        ("0020-claim-use", [.claimUse]),
        ("0021-sealed-memberships", [.sealedMemberships]),
        ("0022-pending-addresses", [.pendingAddresses]),
        ("0023-reachability", [.reachability]),
        ("0024-queue-troubles", [.queueTroubles]),
        ("0025-alert-messages", [.alertMessages]),
        ("0026-audit-pages", [.auditPages, .auditPageGuards]),
        ("0027-lean-rows", [.leases, .deviceCounts, .leanInserts]),
    ]

    /// The first migration of the formats before the first release, which nothing reads any longer.
    private static let unreleased = "0001-foundation"

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
    static var newest: String { history.last?.name ?? "" }

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for (index, migration) in history.enumerated() {
            migrator.registerMigration(migration.name) { db in
                if index == 0 { try PlannerStatistics.prepare(db) }
                for part in migration.parts { try part.apply(to: db) }
            }
        }
        return migrator
    }

    private static func refuseUnknown(_ migrator: DatabaseMigrator, _ db: Database) throws {
        guard try migrator.hasBeenSuperseded(db) else { return }
        guard try !migrator.appliedIdentifiers(db).contains(unreleased) else {
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
