import GRDB
public import PealStore

/// What a look at a database finds that changes nothing, also while a server has it open.
public struct DatabaseLook: Sendable {
    /// What is damaged, in the database's own words; empty when it is sound.
    public var damage: [String]
    /// Whether the schema is this version's; otherwise the next start brings it there.
    public var isCurrent: Bool
    /// The wrapped data keys of all apps; none when the schema is an older one.
    public var dataKeys: [DataKeyRecord]

    /// Opens a database for reading alone and checks it page by page.
    /// - Throws: ``StoreError``: `incompatible` when a newer version has been at it, or it was made for the other mode.
    public static func at(path: String, mode: SQLiteStore.Mode) throws -> DatabaseLook {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? queue.close() }
            return try queue.read { db in
                let findings = try String.fetchAll(db, sql: "PRAGMA quick_check(20)")
                let isCurrent = try Migrations.isComplete(db)
                if isCurrent { _ = try SQLiteStore.isClaimed(for: mode, db) }
                return DatabaseLook(
                    damage: findings.filter { $0 != "ok" },
                    isCurrent: isCurrent,
                    dataKeys: isCurrent ? try DataKeyRecord.all(db) : []
                )
            }
        } catch {
            throw StoreError.wrapping(error)
        }
    }
}
