import PealCore

/// Reads what triggers are checked against before they are accepted.
struct DirectoryFactRows {
    var app: AppID

    func read(_ needs: DirectoryNeeds, _ db: SQLConnection) throws -> DirectoryFacts {
        var facts = DirectoryFacts()
        for entity in needs.organisations { try OrganisationRows(app: app).add(entity, to: &facts.organisations, db) }
        for question in needs.audiences { facts.audiences[question] = try answer(question, db) }
        for question in needs.actors { facts.actors[question] = try roles(question, db) }
        return facts
    }

    func answer(_ question: AudienceQuestion, _ db: SQLConnection) throws -> AudienceReach {
        switch question.audience {
        case .users(let users):
            let found = try areUsers(users, db)
            return AudienceReach(found, of: nil, isStored: true, isComplete: true, except: question.except)
        case .all:
            // Two users are enough to know of one other than the actor.
            let found = try db.all("SELECT id FROM \"user\" WHERE app = ? LIMIT 2", [app.bound]) { row -> UserID in
                try row.key(0)
            }
            let users = found.map { (user: $0, isUser: true) }
            return AudienceReach(users, of: nil, isStored: true, isComplete: true, except: question.except)
        case .owner:
            if let entity = question.entity, let owner = question.owner.value {
                return try reach(of: owner, broughtWith: entity, except: question.except, db)
            }
            let stored = try entity(question.entity, db)
            let owner = question.owner.merged(into: stored?.owner)
            let found = try areUsers([owner].compactMap(\.self), db)
            return AudienceReach(
                found,
                of: question.entity,
                isStored: stored != nil,
                isComplete: true,
                except: question.except
            )
        case .members(let query): return try members(query, question, db)
        }
    }

    /// The reach of a trigger that brings its entity with an owner: both are looked up by one statement.
    private func reach(
        of owner: UserID,
        broughtWith entity: EntityRef,
        except: UserID?,
        _ db: SQLConnection
    ) throws -> AudienceReach {
        let found = try db.first(
            """
            SELECT EXISTS (SELECT 1 FROM entity WHERE app = ?1 AND type = ?2 AND id = ?3),
                EXISTS (SELECT 1 FROM "user" WHERE app = ?1 AND id = ?4)
            """,
            [app.bound, entity.type.rawValue, entity.id, owner.rawValue]
        ) { (isStored: try $0.flag(0), isUser: try $0.flag(1)) }
        guard let found else { return AudienceReach() }
        return AudienceReach(
            [(owner, found.isUser)],
            of: entity,
            isStored: found.isStored,
            isComplete: true,
            except: except
        )
    }

    /// Looks at the first members alone, so that the cost has a bound.
    private func members(_ query: MemberQuery, _ question: AudienceQuestion, _ db: SQLConnection) throws
        -> AudienceReach
    {
        let own = try entity(question.entity, db)
        guard let source = question.resolve(query.of, stored: own?.parent) else {
            return AudienceReach(isStored: own != nil)
        }
        let isStored = try source == question.entity ? own != nil : entity(source, db) != nil
        let other = query.alsoMemberOf.map { question.resolve($0, stored: own?.parent) }
        // Whoever must be a member of an entity that is not there is none.
        if case .some(nil) = other { return AudienceReach(source: source, isStored: isStored) }
        let found = try db.all(
            """
            SELECT m.user_id, EXISTS (SELECT 1 FROM "user" u WHERE u.app = ?1 AND u.id = m.user_id)
            FROM (
                SELECT o.user_id, o.role, o.status FROM member o
                WHERE o.app = ?1 AND o.entity_type = ?2 AND o.entity_id = ?3 ORDER BY o.user_id LIMIT ?9) m
            WHERE \(MemberFilter.condition) ORDER BY m.user_id LIMIT ?10
            """,
            [app.bound, source.type.rawValue, source.id] + MemberFilter.bindings(query, other.flatMap(\.self))
                + [AudienceQuestion.memberLimit, AudienceQuestion.userLimit]
        ) { row -> (user: UserID, isUser: Bool) in (try row.key(0), try row.flag(1)) }
        let reachesUser = found.contains { $0.isUser && $0.user != question.except }
        let isOpen = try !reachesUser && (found.count == AudienceQuestion.userLimit || hasMore(source, db))
        return AudienceReach(
            found,
            of: source,
            isStored: isStored,
            isComplete: !isOpen,
            except: question.except
        )
    }

    /// Whether an entity has more members than are looked at.
    private func hasMore(_ entity: EntityRef, _ db: SQLConnection) throws -> Bool {
        try db.exists(
            "SELECT 1 FROM member WHERE app = ? AND entity_type = ? AND entity_id = ? LIMIT 1 OFFSET ?",
            [app.bound, entity.type.rawValue, entity.id, AudienceQuestion.memberLimit]
        )
    }

    private func areUsers(_ users: [UserID], _ db: SQLConnection) throws -> [(user: UserID, isUser: Bool)] {
        try users.map { user in
            (user, try db.exists("SELECT 1 FROM \"user\" WHERE app = ? AND id = ?", [app.bound, user.rawValue]))
        }
    }

    private func entity(_ ref: EntityRef?, _ db: SQLConnection) throws -> (parent: EntityRef?, owner: UserID?)? {
        guard let ref else { return nil }
        return try db.first(
            "SELECT parent_type, parent_id, owner_id FROM entity WHERE app = ? AND type = ? AND id = ?",
            [app.bound, ref.type.rawValue, ref.id]
        ) { (parent: try $0.optionalRef(0), owner: try $0.optionalKey(2)) }
    }

    /// The roles of a user in the app, in an entity and in its ancestors.
    private func roles(_ question: ActorQuestion, _ db: SQLConnection) throws -> Set<String> {
        let user: [SQLValue] = [app.bound, question.user.rawValue]
        var roles: Set<String> = []
        for text in try db.all("SELECT roles FROM \"user\" WHERE app = ? AND id = ?", user, { try $0.text(0) }) {
            roles.formUnion(try JSONText.list(text))
        }
        for entity in try lineage(question, db) {
            let role = try db.all(
                "SELECT role FROM member WHERE app = ? AND entity_type = ? AND entity_id = ? AND user_id = ?",
                [app.bound, entity.type.rawValue, entity.id, question.user.rawValue]
            ) { try $0.optionalText(0) }
            roles.formUnion(role.compactMap(\.self))
        }
        return roles
    }

    private func lineage(_ question: ActorQuestion, _ db: SQLConnection) throws -> [EntityRef] {
        var lineage: [EntityRef] = []
        _ = try Organisation(of: question.entity) { ref in
            lineage.append(ref)
            let parent = ref == question.entity ? question.parent : .keep
            return Organisation.Facts(parent: parent.merged(into: try entity(ref, db)?.parent), timeZone: nil)
        }
        return lineage
    }
}
