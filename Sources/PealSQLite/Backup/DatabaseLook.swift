import GRDB
package import PealCore
package import PealStore
import PealSQL

/// What a look at a database finds that changes nothing, also while a server has it open.
package struct DatabaseLook: Sendable {
    /// What is damaged, in the database's own words; empty when it is sound.
    package var damage: [String]
    /// Whether the schema is this version's; otherwise the next start brings it there.
    package var isCurrent: Bool
    /// The wrapped data keys of all apps; none when the schema is an older one.
    package var dataKeys: [DataKeyRecord]
    /// The secret keys of all apps that are not revoked; none when the schema is an older one.
    package var secretKeys: [SecretKeyRecord]
    /// The time zones of users, as they chose them, their devices state them and backends put them, in order; none when the
    /// schema is an older one.
    package var timeZones: [String]
    /// Scheduled notifications that could not be made, the latest first, at most ``failedScheduleLimit``; none when the schema
    /// is an older one.
    package var failedSchedules: [FailedSchedule]
    /// The fingerprint of the root key that wraps the data keys; `nil` where no server has noted it.
    package var rootKey: String?
    /// What is kept of the server's clock; `nil` when no server of this version has run.
    package var clock: ClockRecord?
    /// Every queue that an operator or a breaker changed; none when the schema is an older one.
    package var queues: [QueueRecord]
    /// The webhooks of all apps; none when the schema is an older one.
    package var webhooks: [WebhookStatus]
    /// The devices of all apps that are not revoked, by app, push service and state; none when the schema is an older one.
    package var devices: [DeviceCount]
    /// The texts of the catalogs in force, by app; none when the schema is an older one.
    package var catalogs: [AppID: String]
    /// The alerts of all apps that are not quiet; none when the schema is an older one.
    package var alerts: [AppID: [Alert]]

    /// A scheduled notification that was due and could not be made.
    package struct FailedSchedule: Sendable, Equatable {
        /// The app.
        package var app: AppID
        /// The type.
        package var type: TypeID
        /// What it was about.
        package var entity: EntityRef
        /// Why: a problem code, with pointers to what is wrong.
        package var reason: String

        /// Joins the parts.
        package init(app: AppID, type: TypeID, entity: EntityRef, reason: String) {
            self.app = app
            self.type = type
            self.entity = entity
            self.reason = reason
        }
    }

    /// How many of them are read.
    package static let failedScheduleLimit = 100

    private static let zonesOfUsers = """
        SELECT time_zone FROM user WHERE time_zone IS NOT NULL
        UNION SELECT time_zone FROM device WHERE time_zone IS NOT NULL
        UNION SELECT choices ->> '$.quietHours.timeZone.value' FROM preference
            WHERE choices ->> '$.quietHours.timeZone.value' IS NOT NULL
        ORDER BY 1
        """

    /// What a database was made for; `nil` when there is none, or none of ours.
    package static func mode(at path: String) throws -> SQLiteStore.Mode? {
        guard try DatabaseFile(path: path).exists() else { return nil }
        return try reading(path) { db in
            guard try db.tableExists("meta") else { return nil }
            return try String.fetchOne(db, sql: "SELECT value FROM meta WHERE key = 'mode'")
                .flatMap(SQLiteStore.Mode.init(rawValue:))
        }
    }

    /// The last migration a database has been through.
    /// - Throws: ``StoreError`` `missing` when there is no database of ours.
    package static func version(at path: String) throws -> String {
        let file = DatabaseFile(path: path)
        guard try file.exists(), let version = try reading(path, Migrations.version) else { throw file.missing }
        return version
    }

    private static func failedSchedules(_ db: SQLConnection) throws -> [FailedSchedule] {
        try db.all(
            """
            SELECT app, type, entity_type, entity_id, reason FROM schedule {indexed schedule_ended}
            WHERE state <> 'waiting' AND state = 'failed' ORDER BY ended_at DESC LIMIT ?
            """,
            [failedScheduleLimit]
        ) { row in
            FailedSchedule(
                app: try row.key(0),
                type: try row.key(1),
                entity: EntityRef(type: try row.key(2), id: try row.text(3)),
                reason: try row.text(4)
            )
        }
    }

    private static func catalogs(_ db: SQLConnection) throws -> [AppID: String] {
        let texts = try db.all(
            """
            SELECT app, yaml FROM catalog c WHERE version = (
                SELECT MAX(version) FROM catalog WHERE app = c.app AND published_at IS NOT NULL)
            """,
            []
        ) { (try $0.key(0) as AppID, try $0.text(1)) }
        return Dictionary(uniqueKeysWithValues: texts)
    }

    private static func reading<Value>(_ path: String, _ body: (Database) throws -> Value) throws -> Value {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? queue.close() }
            return try queue.read(body)
        } catch {
            throw FullDisk.explained(error, at: path)
        }
    }

    /// Opens a database for reading alone and checks it page by page.
    /// - Throws: ``StoreError``: `incompatible` when a newer version has been at it, or it was made for the other mode.
    package static func at(path: String, mode: SQLiteStore.Mode) throws -> DatabaseLook {
        try reading(path) { db in
            let findings = try String.fetchAll(db, sql: "PRAGMA quick_check(20)")
            let isCurrent = try Migrations.isComplete(db)
            if isCurrent { _ = try SQLiteStore.isClaimed(for: mode, db) }
            let connection = isCurrent ? SQLConnection(db, apps: AppKeys()) : nil
            return DatabaseLook(
                damage: findings.filter { $0 != "ok" },
                isCurrent: isCurrent,
                dataKeys: try connection.map(DataKeyRecord.all) ?? [],
                secretKeys: try connection.map(SecretKeyRecord.all) ?? [],
                timeZones: isCurrent ? try String.fetchAll(db, sql: zonesOfUsers) : [],
                failedSchedules: try connection.map(failedSchedules) ?? [],
                rootKey: try connection.flatMap { try $0.value(String.self, RootKeyNote.sql) },
                clock: try connection.flatMap(ClockRecord.stored),
                queues: try connection.map(QueueRecord.all) ?? [],
                webhooks: try connection.map { try WebhookRows.statuses(of: nil, $0) } ?? [],
                devices: try connection.map(DeviceCount.all) ?? [],
                catalogs: try connection.map(catalogs) ?? [:],
                alerts: try connection.map { try AlertRows.all(of: nil, $0) } ?? [:]
            )
        }
    }
}
