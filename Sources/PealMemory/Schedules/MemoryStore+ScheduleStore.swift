public import PealCore
public import PealStore

extension MemoryStore: ScheduleStore {
    /// What is known of one entity and its firings.
    public func scheduleFacts(of entity: EntityRef, app: AppID) async throws -> ScheduleFacts {
        read(app) { $0.scheduleFacts(of: entity) }
    }

    /// What is known of the next entities of a type, by identifier.
    public func scheduleFacts(of type: EntityTypeID, app: AppID, after cursor: String?, limit: Int) async throws
        -> [ScheduleFacts]
    {
        read(app) { rows in
            let refs = rows.entities.keys.after(EntityRef(type: type, id: cursor ?? ""))
            return refs.prefix { $0.type == type }.prefix(limit).map { rows.scheduleFacts(of: $0) }
        }
    }

    /// The catalog version whose schedules all entities are planned by, or are being planned by.
    public func plannedVersion(app: AppID) async throws -> (version: Int, isComplete: Bool)? {
        read(app) { rows in rows.plannedVersion.map { ($0, rows.isPlanned) } }
    }

    /// Firings that are due: apps take turns, each with its earliest first.
    public func dueSchedules(now: Timestamp, limit: Int) async throws -> [DueSchedule] {
        read { contents in
            let due = contents.all.map { $0.dueFirings(now: now) }.filter { !$0.isEmpty }
            let share = Turns.share(of: limit, among: due.count)
            return Turns.interleave(due.map { Array($0.prefix(share)) }, limit: limit)
        }
    }

    /// The earliest instant at which a firing is due.
    public func nextSchedule(after now: Timestamp) async throws -> Timestamp? {
        read { contents in contents.all.compactMap { $0.nextFiring(after: now) }.min() }
    }

    /// The triggers of an app that stay open for users who join.
    public func openTriggers(about entities: Set<EntityRef>, app: AppID) async throws -> [OpenTrigger] {
        read(app) { $0.openTriggers(about: entities) }
    }

    /// Whether any trigger of any app is open for users who join.
    public func hasOpenTriggers() async throws -> Bool { read { $0.hasOpenTriggers } }

    /// Forgets some firings that ended before an instant.
    public func sweepSchedules(before instant: Timestamp, limit: Int) async throws -> Int {
        try await write { contents in
            var count = 0
            for app in contents.apps {
                let ended = contents[app].firings.rows(in: .ended).filter { ($0.endedAt ?? instant) < instant }
                for row in ended.prefix(limit - count) {
                    contents[app].removeFiring(row.key)
                    count += 1
                }
            }
            return count
        }
    }

    /// What is planned and what became of it, the latest due first.
    public func scheduleNotes(app: AppID, entity: EntityRef?, type: TypeID?, limit: Int) async throws -> [ScheduleNote]
    {
        guard entity != nil || type != nil else { return [] }
        return read(app) { rows in
            let found =
                entity.map { rows.firings.rows(in: .entity($0)) } ?? type.map { rows.firings.rows(in: .type($0)) }
            let ofType = (found ?? []).filter { row in type.map { $0 == row.key.type } ?? true }
            return ofType.sorted { $0.dueAt > $1.dueAt }.prefix(limit).map(\.note)
        }
    }
}
