import PealCore
import PealStore

/// Erases what the tables hold of one user, as ``StoredTable/holding`` says it.
struct UserErasure {
    let user: UserID
    let app: AppID

    private var key: [SQLValue] { [app.bound, user.rawValue] }

    /// Erases what a table holds; how many rows were deleted or changed.
    func run(_ table: StoredTable, _ db: SQLConnection) throws -> Int {
        switch table.holding.erasure {
        case .deleted(by: let column):
            return try db.run("DELETE FROM \"\(table.rawValue)\" WHERE app = ?1 AND \(column) = ?2", key)
        case .emptied(let column):
            return try db.run(
                "UPDATE \"\(table.rawValue)\" SET \(column) = NULL WHERE app = ?1 AND \(column) = ?2",
                key
            )
        case .byRule(let rule):
            try run(rule, db)
            return 0
        case .with, .referenceDestroyed, .marked, .nothing: return 0
        }
    }

    private func run(_ rule: UserHolding.Rule, _ db: SQLConnection) throws {
        switch rule {
        case .waits: try LocalWaits.forget(user, app: app, db)
        case .rejections: try RejectedRequestRows.forget(user, app: app, db)
        case .limitWindowUses:
            guard try !isOrganisation(db) else { return }
            try db.run(
                """
                DELETE FROM limit_reservation WHERE app = ?1 AND scope_key = ?2
                    AND trigger_id IN (SELECT trigger_id FROM named_user WHERE app = ?1 AND user_id = ?2)
                """,
                key
            )
        case .limitCounts:
            guard try !isOrganisation(db) else { return }
            try db.run("DELETE FROM limit_count WHERE app = ?1 AND scope_key = ?2", key)
        case .triggers:
            try NamedUsers.forget(user, app: app, db)
            try moveCursors(db)
        }
    }

    /// Whether an entity has the user's name: what is counted under it may be of an organisation.
    private func isOrganisation(_ db: SQLConnection) throws -> Bool {
        guard let ref = EntityRef(user.rawValue) else { return false }
        return try db.exists(
            "SELECT 1 FROM entity WHERE app = ? AND type = ? AND id = ?",
            [app.bound, ref.type.rawValue, ref.id]
        )
    }

    /// Cursors that stand at the user stand at the user before: what follows is the same.
    private func moveCursors(_ db: SQLConnection) throws {
        let before = try db.value(String.self, "SELECT MAX(id) FROM \"user\" WHERE app = ?1 AND id < ?2", key) ?? ""
        for (column, condition) in [
            ("cursor", "\(PartialIndex.open.condition) AND rank IN (0, 1, 2, 3) AND fan_out = 'running'"),
            ("cancel_cursor", "cancel_cursor IS NOT NULL"),
            ("withdraw_cursor", "withdraw_cursor IS NOT NULL"), ("retract_cursor", "retract_cursor IS NOT NULL"),
        ] {
            try db.run(
                "UPDATE trigger SET \(column) = ?3 WHERE app = ?1 AND \(condition) AND \(column) = ?2",
                key + [before]
            )
        }
    }
}
