import PealCore

/// Reads the triggers that stay open for users who join their audience.
struct OpenTriggerRows {
    var app: AppID

    func about(_ entities: Set<EntityRef>, _ db: SQLConnection) throws -> [OpenTrigger] {
        var found: [TriggerID: OpenTrigger] = [:]
        for ref in entities {
            for trigger in try own(ref, db) + children(of: ref, db) { found[trigger.id] = trigger }
        }
        return found.values.sorted { $0.id < $1.id }
    }

    /// Whether any trigger of any app is open.
    static func exist(_ db: SQLConnection) throws -> Bool {
        try db.exists("SELECT 1 FROM trigger WHERE \(PartialIndex.joinable.condition) LIMIT 1")
    }

    private func own(_ ref: EntityRef, _ db: SQLConnection) throws -> [OpenTrigger] {
        try read("entity_type = ? AND entity_id = ?", ref, db)
    }

    private func children(of ref: EntityRef, _ db: SQLConnection) throws -> [OpenTrigger] {
        try read("parent_type = ? AND parent_id = ?", ref, db)
    }

    private func read(_ condition: String, _ ref: EntityRef, _ db: SQLConnection) throws -> [OpenTrigger] {
        try db.all(
            """
            SELECT id, entity_type, entity_id, parent_type, parent_id, open_until FROM trigger
            WHERE \(PartialIndex.joinable.condition) AND app = ? AND \(condition) AND entity_type IS NOT NULL
            """,
            [app.bound, ref.type.rawValue, ref.id]
        ) { row in
            OpenTrigger(
                id: try row.id(0),
                entity: EntityRef(type: try row.key(1), id: try row.text(2)),
                parent: try row.optionalRef(3),
                openUntil: try row.time(5)
            )
        }
    }
}
