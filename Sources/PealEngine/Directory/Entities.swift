public import PealCore
import PealStore

/// The entities of an app and their members, checked against its catalog.
public struct Entities: Sendable {
    private let store: any DirectoryStore & EntityPorts
    private let catalogs: CatalogRegistry
    private let encryption: PayloadEncryption
    private let now: @Sendable () -> Timestamp

    /// Firings of one entity that are looked at, the latest.
    private static let notes = 50

    init(
        store: any DirectoryStore & EntityPorts,
        catalogs: CatalogRegistry,
        encryption: PayloadEncryption,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.catalogs = catalogs
        self.encryption = encryption
        self.now = now
    }

    /// Puts an entity, replacing it whole; what its times had planned otherwise is planned again or withdrawn (R066).
    /// - Parameters:
    ///   - new: the entity; what it does not name is empty.
    ///   - members: members that are put with it, each user once; their entity and time are not looked at.
    ///   - app: the app.
    /// - Returns: the entity as stored, and whether there was none.
    /// - Throws: ``InvalidEntity`` when it breaks rules of the catalog, ``MissingCatalog``, ``StoreError``.
    public func put(_ new: EntityPatch, with members: [Member] = [], app: AppID) async throws -> (
        entity: Entity, created: Bool
    ) {
        let entity = try await checked(new, app: app)
        let members = try checked(members, of: new.ref, app: app)
        return (entity, try await changes.put(entity, with: try sealed(members, app), app: app))
    }

    /// What the schedules in force make of an entity's times.
    /// - Parameters:
    ///   - entity: the entity as stored.
    ///   - app: the app.
    /// - Returns: what each type will send, and what is worth knowing.
    /// - Throws: ``StoreError``.
    public func schedules(of entity: Entity, app: AppID) async throws -> (
        previews: [SchedulePreview], warnings: [RequestWarning]
    ) {
        guard let catalog = catalogs.inForce(app) else { return ([], []) }
        guard catalog.types.contains(where: { $0.schedule?.entity == entity.ref.type }) else { return ([], []) }
        let notes = try await store.scheduleNotes(app: app, entity: entity.ref, type: nil, limit: Self.notes)
        let previews = ScheduleReview(catalog: catalog, notes: notes).previews(of: entity, now: now())
        return (previews, ScheduleReview.warnings(previews, of: entity.ref))
    }

    /// Changes an entity.
    /// - Parameters:
    ///   - ref: the entity.
    ///   - app: the app.
    ///   - change: makes of the entity as it is the entity as it is to be; run again when it changed meanwhile.
    /// - Returns: the entity as stored; `nil` when there is none.
    /// - Throws: ``InvalidEntity`` when it breaks rules of the catalog, ``MissingCatalog``, ``StoreError``, what `change`
    ///   throws.
    public func patch(_ ref: EntityRef, app: AppID, _ change: (Entity) throws -> EntityPatch) async throws -> Entity? {
        while let stored = try await store.entity(ref, app: app) {
            let entity = try await checked(try change(stored), app: app)
            if try await changes.put(entity, replacing: stored, app: app) { return entity }
        }
        return nil
    }

    /// An entity that follows the rules of the catalog in force, and whose parent exists.
    private func checked(_ new: EntityPatch, app: AppID) async throws -> Entity {
        let rules = EntityRules(catalog: try catalog(app))
        let (named, status, times) = (new.parent.value, new.status.value, new.times.value)
        try InvalidEntity.check(rules.problems(with: new.ref, parent: named, status: status, times: times))
        let parent: Entity? = if let named { try await store.entity(named, app: app) } else { nil }
        let problem = rules.parentProblem(of: new.ref, named: named, stored: nil) { _ in parent != nil }
        try InvalidEntity.check([problem].compactMap(\.self))
        return Entity(nil, new, at: now())
    }

    /// An entity; `nil` when there is none.
    public func find(_ ref: EntityRef, app: AppID) async throws -> Entity? { try await store.entity(ref, app: app) }

    /// Deletes an entity and its members, and withdraws what its times had planned and what is still to be sent about it;
    /// whether there was one.
    public func delete(_ ref: EntityRef, app: AppID) async throws -> Bool {
        try await changes.delete(ref, app: app, now: now())
    }

    /// Members of an entity by user; `nil` when the entity does not exist.
    public func members(of entity: EntityRef, app: AppID, page: PageRequest) async throws -> Page<Member>? {
        guard let page = try await store.members(of: entity, app: app, page: page) else { return nil }
        return Page(items: try page.items.map { try encryption.opening($0, app: app) }, next: page.next)
    }

    /// Puts a member.
    /// - Parameters:
    ///   - user: the member; they need not be known yet.
    ///   - entity: the entity.
    ///   - role: their role, one that the catalog declares.
    ///   - status: their status, one that the catalog declares for members.
    ///   - attributes: free attributes.
    ///   - app: the app.
    /// - Returns: the member as stored, whether there was none, and what is worth knowing; `nil` when the entity does not
    ///   exist.
    /// - Throws: ``InvalidEntity`` for a role or a status that the catalog does not declare, ``MissingCatalog``, ``StoreError``.
    public func putMember(
        _ user: UserID,
        of entity: EntityRef,
        role: String?,
        status: String?,
        attributes: [String: JSONValue],
        app: AppID
    ) async throws -> (member: Member, created: Bool, warnings: [RequestWarning])? {
        let rules = EntityRules(catalog: try catalog(app))
        try InvalidEntity.check(rules.problems(withRole: role, status: status, in: entity.type))
        let member = Member(
            entity: entity,
            userID: user,
            role: role,
            status: status,
            attributes: attributes,
            updatedAt: now()
        )
        let sealed = try encryption.sealing(member, app: app)
        guard let (_, created) = try await store.putMember(sealed, app: app) else { return nil }
        let isUser = try await store.user(user, app: app) != nil
        let warning = RequestWarning(
            .unknownUser,
            "unknown user `\(user)`; check the spelling, or put the user: until then the member receives nothing"
        )
        return (member, created, isUser ? [] : [warning])
    }

    /// Puts members of an entity, all or none.
    /// - Parameters:
    ///   - members: the members, each user once; their time is not looked at.
    ///   - entity: the entity.
    ///   - app: the app.
    /// - Returns: how many of them are new; `nil` when the entity does not exist.
    /// - Throws: ``InvalidEntity`` with every role and status that the catalog does not declare, ``MissingCatalog``, ``StoreError``.
    public func putMembers(_ members: [Member], of entity: EntityRef, app: AppID) async throws -> Int? {
        let checked = try sealed(try checked(members, of: entity, app: app), app)
        return try await store.putMembers(checked, of: entity, app: app)
    }

    private func sealed(_ members: [Member], _ app: AppID) throws -> [Member] {
        try members.map { try encryption.sealing($0, app: app) }
    }

    private func checked(_ members: [Member], of entity: EntityRef, app: AppID) throws -> [Member] {
        let rules = EntityRules(catalog: try catalog(app))
        let instant = now()
        try InvalidEntity.check(
            members.enumerated().flatMap { index, member in
                rules.problems(withRole: member.role, status: member.status, in: entity.type).map { problem in
                    var problem = problem
                    problem.pointer = "/members/\(index)\(problem.pointer)"
                    return problem
                }
            }
        )
        return members.map { member in
            var member = member
            member.entity = entity
            member.updatedAt = instant
            return member
        }
    }

    /// Deletes a member; whether there was one.
    public func deleteMember(_ user: UserID, of entity: EntityRef, app: AppID) async throws -> Bool {
        try await store.deleteMember(user, of: entity, app: app)
    }

    private var changes: ChangeEntities { ChangeEntities(store: store, catalogs: catalogs) }

    private func catalog(_ app: AppID) throws -> Catalog {
        guard let catalog = catalogs.inForce(app) else { throw MissingCatalog(app: app) }
        return catalog
    }
}
