import PealCore

extension PendingTrigger {
    /// What ``init(row:)`` reads, of `trigger t LEFT JOIN entity e` on the trigger's entity.
    static let columns = """
        t.app, t.id, t.type, t.entity_type, t.entity_id, t.transition, t.actor_id, t.actor_kind, t.audience, t.priority,
        t.due_at, t.accepted_at, t.cancel_key, t.catalog_version, t.sealed_data, t.cursor,
        COALESCE(e.parent_type, t.parent_type), COALESCE(e.parent_id, t.parent_id), t.digest_until, t.send_local,
        t.local_pass = 2, t.rank, e.version, t.open_until
        """
    /// The join that ``columns`` need.
    static let entityJoin = "LEFT JOIN entity e ON e.app = t.app AND e.type = t.entity_type AND e.id = t.entity_id"
    /// How many columns ``columns`` are.
    static let columnCount = 24

    /// Reads a trigger from ``columns``, the first of them at an index.
    init(row: SQLRow, at base: Int = 0) throws {
        let actorKind: ActorType? = try row.optionalWord(base + 7)
        let actorID: UserID? = try row.optionalKey(base + 6)
        var trigger = Trigger(
            id: try row.id(base + 1),
            app: try row.key(base),
            type: try row.key(base + 2),
            audience: try StoredAudience.decode(try row.text(base + 8)),
            data: [:],
            dueAt: try row.time(base + 10),
            acceptedAt: try row.time(base + 11),
            catalogVersion: try row.int(base + 13)
        )
        trigger.entity = try row.optionalRef(base + 3)
        trigger.transition = try row.optionalText(base + 5)
        trigger.actor = actorKind.map { Trigger.Actor(id: actorID, kind: $0) }
        trigger.priority = try row.optionalWord(base + 9)
        trigger.cancelKey = try row.optionalText(base + 12)
        trigger.digestUntil = try row.optionalTime(base + 18)
        trigger.sendAtLocal =
            row.hasNull(atIndex: base + 19)
            ? nil : LocalDateTime(secondsSince1970: Int64(try row.int(base + 19)))
        trigger.openUntil = try row.optionalTime(base + 23)
        self.init(
            trigger: trigger,
            sealedData: try row.bytes(base + 14),
            parent: try row.optionalRef(base + 16),
            cursor: try row.optionalKey(base + 15),
            isPlaced: try row.flag(base + 20),
            urgency: try row.priority(base + 21),
            entityVersion: row.hasNull(atIndex: base + 22) ? nil : try row.int(base + 22)
        )
    }
}
