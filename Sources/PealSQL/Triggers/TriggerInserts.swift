import PealCore

/// Stores triggers, and the entities that come with them.
struct TriggerInserts {
    var app: AppID

    /// Stores a trigger.
    /// - Parameters:
    ///   - new: the trigger.
    ///   - written: the entity that was written last for it, which is not read again.
    ///   - db: the connection.
    /// - Throws: what the database says.
    func add(_ new: NewTrigger, after written: Entity?, _ db: SQLConnection) throws {
        let trigger = new.trigger
        let organisations = OrganisationRows(app: app)
        let parent =
            try new.parent
            ?? trigger.entity.flatMap {
                try $0 == written?.ref ? written?.parent : organisations.organisation(of: $0, db)?.parent
            }
        let root = try organisations.root(from: parent, db)
        try db.run(
            """
            INSERT INTO trigger
                (app, id, type, entity_type, entity_id, parent_type, parent_id, root_type, root_id, transition,
                 actor_id, actor_kind, audience, priority, due_at, accepted_at, cancel_key, claim_key, catalog_version,
                 sealed_data, digest_until, send_local, rank, open_until, trace_parent)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                app.bound, trigger.id.blob, trigger.type.rawValue, trigger.entity?.type.rawValue,
                trigger.entity?.id, parent?.type.rawValue, parent?.id, root?.type.rawValue, root?.id,
                trigger.transition, trigger.actor?.id?.rawValue, trigger.actor?.kind.rawValue,
                try StoredAudience.encode(trigger.audience), trigger.priority?.rawValue,
                trigger.dueAt.milliseconds, trigger.acceptedAt.milliseconds, trigger.cancelKey, new.claimKey,
                trigger.catalogVersion, new.sealedData, trigger.digestUntil?.milliseconds,
                trigger.sendAtLocal?.secondsSince1970, new.urgency.rank, trigger.openUntil?.milliseconds,
                new.traceParent?.text,
            ]
        )
        // In a fixed order: the same trigger makes the same statements.
        for user in trigger.namedUsers.sorted() {
            try db.run(
                "INSERT INTO named_user (app, user_id, trigger_id) VALUES (?, ?, ?)",
                [app.bound, user.rawValue, trigger.id.blob]
            )
        }
    }

    /// Changes an entity, or adds it; the entity as it is now, and its owner where it was not the owner before.
    func apply(_ patch: EntityPatch, at now: Timestamp, _ db: SQLConnection) throws -> (
        entity: Entity, newOwner: UserID?
    ) {
        let stored = try db.first(Self.entity, [app.bound, patch.ref.type.rawValue, patch.ref.id]) {
            try Entity(row: $0)
        }
        let entity = Entity(stored, patch, at: now)
        try EntityChanges(app: app).put(entity, db)
        return (entity, patch.ownerID.value.flatMap { $0 == stored?.ownerID ? nil : $0 })
    }

    private static let entity = "SELECT \(Entity.columns) FROM entity WHERE app = ? AND type = ? AND id = ?"
}

extension Trigger {
    /// The users that an erasure has to take out of it: those that its audience lists, and its actor.
    fileprivate var namedUsers: Set<UserID> {
        var users: Set<UserID> = if case .users(let listed) = audience { Set(listed) } else { [] }
        if let actor = actor?.id { users.insert(actor) }
        return users
    }
}
