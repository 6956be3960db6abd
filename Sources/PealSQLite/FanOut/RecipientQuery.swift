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

    init(of pending: PendingTrigger) {
        app = pending.trigger.app
        audience = pending.trigger.audience
        entity = pending.trigger.entity
        parent = pending.parent
        cursor = pending.cursor
    }

    /// The next users, at most `limit`.
    func page(limit: Int, _ db: Database) throws -> [UserID] {
        switch audience {
        case .users(let users): return Array(named(users).prefix(limit))
        case .owner: return try owner(db)
        case .all:
            return try db.all(
                "SELECT id FROM user WHERE app = ? AND id > ? ORDER BY id LIMIT ?",
                [app.rawValue, after, limit]
            ) { try $0.key(0) }
        case .members(let query):
            guard let (sql, bindings) = try members(query) else { return [] }
            return try db.all("SELECT m.user_id \(sql) ORDER BY m.user_id LIMIT ?9", bindings + [limit]) {
                try $0.key(0)
            }
        }
    }

    /// How many users are left.
    func count(_ db: Database) throws -> Int {
        switch audience {
        case .users(let users): return named(users).count
        case .owner: return try owner(db).count
        case .all:
            return try db.value(
                Int.self,
                "SELECT COUNT(*) FROM user WHERE app = ? AND id > ?",
                [app.rawValue, after]
            ) ?? 0
        case .members(let query):
            guard let (sql, bindings) = try members(query) else { return 0 }
            return try db.value(Int.self, "SELECT COUNT(*) \(sql)", bindings) ?? 0
        }
    }

    /// No name is empty, so the empty one is before the first.
    private var after: String { cursor?.rawValue ?? "" }

    /// Named users in the database's order: by bytes, each once.
    private func named(_ users: [UserID]) -> [UserID] {
        let after = Array(after.utf8)
        let names = Set(users.map { Array($0.rawValue.utf8) }).filter { after.lexicographicallyPrecedes($0) }
        return names.sorted { $0.lexicographicallyPrecedes($1) }.map { UserID(String(decoding: $0, as: UTF8.self)) }
    }

    private func owner(_ db: Database) throws -> [UserID] {
        guard let entity, cursor == nil else { return [] }
        return try db.all(
            "SELECT owner_id FROM entity WHERE app = ? AND type = ? AND id = ? AND owner_id IS NOT NULL",
            [app.rawValue, entity.type.rawValue, entity.id]
        ) { try $0.key(0) }
    }

    /// `nil` when an entity that the query leans on is not there.
    private func members(_ query: MemberQuery) throws -> (sql: String, bindings: [Binding])? {
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
