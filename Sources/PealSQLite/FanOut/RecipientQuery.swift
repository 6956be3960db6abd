import GRDB
import PealCore
import PealStore

/// A trigger's audience as statements: recipients by user after the trigger's cursor.
struct RecipientQuery {
    private let app: AppID
    private let audience: Audience
    private let entity: EntityRef?
    private let parent: EntityRef?
    private let cursor: UserID?
    /// Set where several passes go over one audience: those who have a decision already are left out.
    private let passes: TriggerID?

    init(of pending: PendingTrigger) {
        app = pending.trigger.app
        audience = pending.trigger.audience
        entity = pending.trigger.entity
        parent = pending.parent
        cursor = pending.cursor
        passes = pending.trigger.sendAtLocal == nil ? nil : pending.trigger.id
    }

    /// The next users, at most `limit`.
    func page(limit: Int, _ db: Database) throws -> [UserID] {
        switch audience {
        case .users(let users): return Array(try undecided(named(users, after: after), db).prefix(limit))
        case .owner: return cursor == nil ? try undecided(try owner(db), db) : []
        case .all:
            return try db.all(
                "SELECT id FROM user WHERE app = ?1 AND id > ?2 \(undecided("id", 4)) ORDER BY id LIMIT ?3",
                [app.rawValue, after, limit] + pass
            ) { try $0.key(0) }
        case .members(let query):
            guard let (sql, bindings) = try members(query, after: after) else { return [] }
            return try db.all(
                "SELECT m.user_id \(sql) \(undecided("m.user_id", 10)) ORDER BY m.user_id LIMIT ?9",
                bindings + [limit] + pass
            ) { try $0.key(0) }
        }
    }

    /// How many users are left.
    func count(_ db: Database) throws -> Int {
        // Whom a pass has left out are before the cursor.
        let after = passes == nil ? after : ""
        switch audience {
        case .users(let users): return try undecided(named(users, after: after), db).count
        case .owner: return after.isEmpty ? try undecided(try owner(db), db).count : 0
        case .all:
            return try db.value(
                Int.self,
                "SELECT COUNT(*) FROM user WHERE app = ?1 AND id > ?2 \(undecided("id", 3))",
                [app.rawValue, after] + pass
            ) ?? 0
        case .members(let query):
            guard let (sql, bindings) = try members(query, after: after) else { return 0 }
            return try db.value(Int.self, "SELECT COUNT(*) \(sql) \(undecided("m.user_id", 9))", bindings + pass) ?? 0
        }
    }

    /// No name is empty, so the empty one is before the first.
    private var after: String { cursor?.rawValue ?? "" }

    /// The condition that a user has no decision yet, and what it binds.
    private func undecided(_ column: String, _ index: Int) -> String {
        guard passes != nil else { return "" }
        return """
            AND NOT EXISTS (
                SELECT 1 FROM notification d WHERE d.app = ?1 AND d.trigger_id = ?\(index) AND d.user_id = \(column))
            """
    }

    private var pass: [Binding] { passes.map { [$0.blob] } ?? [] }

    private func undecided(_ users: [UserID], _ db: Database) throws -> [UserID] {
        guard let passes else { return users }
        return try users.filter { user in
            try !db.exists(
                "SELECT 1 FROM notification WHERE app = ? AND trigger_id = ? AND user_id = ?",
                [app.rawValue, passes.blob, user.rawValue]
            )
        }
    }

    /// Named users in the database's order: by bytes, each once.
    private func named(_ users: [UserID], after: String) -> [UserID] {
        let after = Array(after.utf8)
        let names = Set(users.map { Array($0.rawValue.utf8) }).filter { after.lexicographicallyPrecedes($0) }
        return names.sorted { $0.lexicographicallyPrecedes($1) }.map { UserID(String(decoding: $0, as: UTF8.self)) }
    }

    private func owner(_ db: Database) throws -> [UserID] {
        guard let entity else { return [] }
        return try db.all(
            "SELECT owner_id FROM entity WHERE app = ? AND type = ? AND id = ? AND owner_id IS NOT NULL",
            [app.rawValue, entity.type.rawValue, entity.id]
        ) { try $0.key(0) }
    }

    /// `nil` when an entity that the query leans on is not there.
    private func members(_ query: MemberQuery, after: String) throws -> (sql: String, bindings: [Binding])? {
        guard let of = resolve(query.of) else { return nil }
        var other: EntityRef?
        if let selector = query.alsoMemberOf {
            other = resolve(selector)
            if other == nil { return nil }
        }
        let sql = """
            FROM member m WHERE m.app = ?1 AND m.entity_type = ?2 AND m.entity_id = ?3 AND m.user_id > ?4
                AND (?5 IS NULL OR m.role IN (SELECT value FROM json_each(?5)))
                AND (?6 IS NULL OR m.status IN (SELECT value FROM json_each(?6)))
                AND (?7 IS NULL OR EXISTS (
                    SELECT 1 FROM member o
                    WHERE o.app = ?1 AND o.entity_type = ?7 AND o.entity_id = ?8 AND o.user_id = m.user_id))
            """
        return (
            sql,
            [
                app.rawValue, of.type.rawValue, of.id, after,
                query.roles.isEmpty ? nil : try JSONText.encode(query.roles),
                query.statuses.isEmpty ? nil : try JSONText.encode(query.statuses), other?.type.rawValue, other?.id,
            ]
        )
    }

    private func resolve(_ selector: EntitySelector) -> EntityRef? {
        switch selector {
        case .itself: entity
        case .parent: parent
        case .named(let ref): ref
        }
    }
}
