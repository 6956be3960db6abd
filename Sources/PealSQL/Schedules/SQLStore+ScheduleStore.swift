package import PealCore
package import PealStore

extension SQLStore {
    /// What is known of one entity and its firings.
    package func scheduleFacts(of entity: EntityRef, app: AppID) async throws -> ScheduleFacts {
        try await read { db in try ScheduleFactRows(app: app).facts(of: entity, db) }
    }

    /// What is known of the next entities of a type, by identifier.
    package func scheduleFacts(of type: EntityTypeID, app: AppID, after cursor: String?, limit: Int) async throws
        -> [ScheduleFacts]
    {
        try await read { db in try ScheduleFactRows(app: app).page(of: type, after: cursor, limit: limit, db) }
    }

    /// The catalog version whose schedules all entities are planned by, or are being planned by.
    package func plannedVersion(app: AppID) async throws -> (version: Int, isComplete: Bool)? {
        try await read { db in
            try db.first("SELECT version, is_complete FROM schedule_plan WHERE app = ?", [app.bound]) { row in
                (version: try row.int(0), isComplete: try row.flag(1))
            }
        }
    }

    /// Firings that are due: apps take turns, each with its earliest first.
    package func dueSchedules(now: Timestamp, limit: Int) async throws -> [DueSchedule] {
        try await read { db in try DueScheduleRows.due(now: now, limit: limit, db) }
    }

    /// The earliest instant at which a firing is due.
    package func nextSchedule(after now: Timestamp) async throws -> Timestamp? {
        try await read { db in
            try WaitingApps.planned.earliest("due_at", after: now, db).map { Timestamp(milliseconds: $0) }
        }
    }

    /// The triggers of an app that stay open for users who join, and that are about entities or about their children.
    package func openTriggers(about entities: Set<EntityRef>, app: AppID) async throws -> [OpenTrigger] {
        try await read { db in try OpenTriggerRows(app: app).about(entities, db) }
    }

    /// Whether any trigger of any app is open for users who join.
    package func hasOpenTriggers() async throws -> Bool { try await look(OpenTriggerRows.exist) }

    /// Forgets some firings that ended before an instant; costs no write when there are none.
    package func sweepSchedules(before instant: Timestamp, limit: Int) async throws -> Int {
        let ended = try await read { db in
            try db.all(
                """
                SELECT app, entity_type, entity_id, type, time FROM schedule
                WHERE \(PartialIndex.ended.condition) AND ended_at < ? ORDER BY ended_at LIMIT ?
                """,
                [instant.milliseconds, limit]
            ) { row in
                EndedSchedule(
                    app: try row.key(0),
                    entityType: try row.text(1),
                    entityID: try row.text(2),
                    type: try row.text(3),
                    time: try row.time(4)
                )
            }
        }
        guard !ended.isEmpty else { return 0 }
        return try await writer.perform(.progress, weight: ended.count) { db in
            try ended.reduce(0) { count, row in
                let key: [SQLValue] = [row.app.bound, row.entityType, row.entityID, row.type, row.time.milliseconds]
                return try count
                    + db.run(
                        """
                        DELETE FROM schedule WHERE app = ? AND entity_type = ? AND entity_id = ? AND type = ?
                            AND time = ? AND \(PartialIndex.ended.condition)
                        """,
                        key
                    )
            }
        }
    }

    /// What is planned and what became of it, the latest due first.
    package func scheduleNotes(app: AppID, entity: EntityRef?, type: TypeID?, limit: Int) async throws -> [ScheduleNote]
    {
        guard entity != nil || type != nil else { return [] }
        return try await read { db in
            var filters: [String] = ["app = ?"]
            var bindings: [SQLValue] = [app.bound]
            if let entity {
                filters += ["entity_type = ?", "entity_id = ?"]
                bindings += [entity.type.rawValue, entity.id]
            }
            if let type {
                filters.append("type = ?")
                bindings.append(type.rawValue)
            }
            return try db.all(
                """
                SELECT type, entity_type, entity_id, time, due_at, state, reason, trigger_id, ended_at FROM schedule
                WHERE \(filters.joined(separator: " AND ")) ORDER BY due_at DESC LIMIT ?
                """,
                bindings + [limit]
            ) { row in
                ScheduleNote(
                    type: try row.key(0),
                    entity: EntityRef(type: try row.key(1), id: try row.text(2)),
                    time: try row.time(3),
                    dueAt: try row.time(4),
                    state: try row.word(5),
                    reason: try row.optionalWord(6),
                    trigger: row.hasNull(atIndex: 7) ? nil : try row.id(7),
                    endedAt: try row.optionalTime(8)
                )
            }
        }
    }
}

/// The key of a firing that has ended.
private struct EndedSchedule: Sendable {
    var app: AppID
    var entityType: String
    var entityID: String
    var type: String
    var time: Timestamp
}
