import PealCore

/// A trigger's audience as statements: recipients by user after the trigger's cursor.
struct RecipientQuery {
    private let app: AppID
    private let trigger: TriggerID
    private let audience: Audience
    private let entity: EntityRef?
    private let parent: EntityRef?
    private let cursor: UserID?
    /// Set where it comes at each user's local time, or stays open for users who join.
    private let waits: LocalWaits?
    private let isOpen: Bool
    private let isPlaced: Bool

    init(of pending: PendingTrigger) {
        app = pending.trigger.app
        trigger = pending.trigger.id
        audience = pending.trigger.audience
        entity = pending.trigger.entity
        parent = pending.parent
        cursor = pending.cursor
        isPlaced = pending.isPlaced
        isOpen = pending.trigger.openUntil != nil
        let hasWaits = isOpen || pending.trigger.sendAtLocal != nil
        waits = hasWaits ? LocalWaits(app: app, trigger: pending.trigger.id) : nil
    }

    /// The next users, and whether there are more.
    struct Page {
        var users: [UserID]
        /// Who waited and is not in the audience any more.
        var gone: [UserID] = []
        var isLast: Bool
        /// Of the last page, what is known of those who are not on it.
        var others = FanOutOthers()
    }

    /// The next users, at most `limit`; of a trigger that is placed, those it is due for at an instant.
    func page(limit: Int, dueAt: Timestamp, _ db: SQLConnection) throws -> Page {
        var page = try users(limit: limit, dueAt: dueAt, db)
        guard page.isLast else { return page }
        page.others.nextWait = try waits?.earliest(after: isPlaced ? dueAt : nil, db)
        if page.users.isEmpty || isOpen {
            page.others.hasDecisions = try db.exists(
                "SELECT 1 FROM notification WHERE app = ? AND trigger_id = ? LIMIT 1",
                [app.bound, trigger.blob]
            )
        }
        return page
    }

    private func users(limit: Int, dueAt: Timestamp, _ db: SQLConnection) throws -> Page {
        guard isPlaced, let waits else {
            let users = try next(limit: limit + 1, db)
            return Page(users: Array(users.prefix(limit)), isLast: users.count <= limit)
        }
        let due = try waits.due(at: dueAt, limit: limit + 1, db)
        let users = Array(due.prefix(limit))
        let left = try members(among: users, db)
        return Page(
            users: users.filter(left.contains),
            gone: users.filter { !left.contains($0) },
            isLast: due.count <= limit
        )
    }

    /// How many users are left.
    func count(_ db: SQLConnection) throws -> Int {
        // Whoever joins during the first pass is in the audience as well.
        guard let waits, isPlaced || !isOpen else { return try count(after: after, db) }
        // Those who wait were counted when they were placed; before that everybody waits.
        let waiting = try waits.count(db)
        return isPlaced ? waiting : try waiting + count(after: after, db)
    }

    private func next(limit: Int, _ db: SQLConnection) throws -> [UserID] {
        switch audience {
        case .users(let users): return Array(named(users, after: after).prefix(limit))
        case .owner: return cursor == nil ? try owner(db) : []
        case .all:
            return try db.all(
                "SELECT id FROM \"user\" WHERE app = ? AND id > ? ORDER BY id LIMIT ?",
                [app.bound, after, limit]
            ) { try $0.key(0) }
        case .members(let query):
            guard let bindings = try bindings(query) else { return [] }
            return try db.all(
                """
                SELECT m.user_id FROM member m WHERE \(Self.isMember) AND m.user_id > ?9 ORDER BY m.user_id LIMIT ?10
                """,
                bindings + [after, limit]
            ) { try $0.key(0) }
        }
    }

    private func count(after: String, _ db: SQLConnection) throws -> Int {
        switch audience {
        case .users(let users): return named(users, after: after).count
        case .owner: return after.isEmpty ? try owner(db).count : 0
        case .all:
            return try db.value(
                Int.self,
                "SELECT COUNT(*) FROM \"user\" WHERE app = ? AND id > ?",
                [app.bound, after]
            ) ?? 0
        case .members(let query):
            guard let bindings = try bindings(query) else { return 0 }
            return try db.value(
                Int.self,
                "SELECT COUNT(*) FROM member m WHERE \(Self.isMember) AND m.user_id > ?9",
                bindings + [after]
            ) ?? 0
        }
    }

    /// Which of some users are in the audience.
    func members(among users: [UserID], _ db: SQLConnection) throws -> Set<UserID> {
        let names = try TextList(users)
        switch audience {
        case .users(let named): return Set(named)
        case .owner: return Set(try owner(db))
        case .all:
            return Set(
                try db.all(
                    "SELECT u.id FROM {texts ?2 j} CROSS JOIN \"user\" u ON u.app = ?1 AND u.id = j.value",
                    [app.bound, names]
                ) { try $0.key(0) }
            )
        case .members(let query):
            guard let bindings = try bindings(query) else { return [] }
            return Set(
                try db.all(
                    """
                    SELECT m.user_id FROM {texts ?9 j} CROSS JOIN member m ON m.user_id = j.value
                    WHERE \(Self.isMember)
                    """,
                    bindings + [names]
                ) { try $0.key(0) }
            )
        }
    }

    /// No name is empty, so the empty one is before the first.
    private var after: String { cursor?.rawValue ?? "" }

    /// Named users in the database's order: by bytes, each once.
    private func named(_ users: [UserID], after: String) -> [UserID] {
        let after = Array(after.utf8)
        let names = Set(users.map { Array($0.rawValue.utf8) }).filter { after.lexicographicallyPrecedes($0) }
        return names.sorted { $0.lexicographicallyPrecedes($1) }.map { UserID(String(decoding: $0, as: UTF8.self)) }
    }

    private func owner(_ db: SQLConnection) throws -> [UserID] {
        guard let entity else { return [] }
        return try db.all(
            "SELECT owner_id FROM entity WHERE app = ? AND type = ? AND id = ? AND owner_id IS NOT NULL",
            [app.bound, entity.type.rawValue, entity.id]
        ) { try $0.key(0) }
    }

    private static let isMember = "m.app = ?1 AND m.entity_type = ?2 AND m.entity_id = ?3 AND \(MemberFilter.condition)"

    /// What ``isMember`` binds; `nil` when an entity that the query leans on is not there.
    private func bindings(_ query: MemberQuery) throws -> [SQLValue]? {
        guard let of = resolve(query.of) else { return nil }
        var other: EntityRef?
        if let selector = query.alsoMemberOf {
            other = resolve(selector)
            if other == nil { return nil }
        }
        return try [app.bound, of.type.rawValue, of.id] + MemberFilter.bindings(query, other)
    }

    private func resolve(_ selector: EntitySelector) -> EntityRef? {
        switch selector {
        case .itself: entity
        case .parent: parent
        case .named(let ref): ref
        }
    }
}
