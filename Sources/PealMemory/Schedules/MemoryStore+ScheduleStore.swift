public import PealCore
public import PealStore

extension MemoryStore: ScheduleStore {
    /// Plans the firings of a page of entities anew.
    public func planSchedules(
        app: AppID,
        of type: EntityTypeID,
        rules: SchedulesInForce,
        after cursor: String?,
        limit: Int,
        now: Timestamp
    ) async throws -> String? {
        try await write(app) { rows in
            let after = EntityRef(type: type, id: cursor ?? "")
            let refs = Array(rows.entities.keys.after(after).prefix { $0.type == type }.prefix(limit))
            let rules = rules()
            for ref in refs {
                guard let entity = rows.entities[ref] else { continue }
                rows.plan(entity, by: rules, now: now)
                rows.add(.schedulePlanned, .entity(ref))
            }
            return refs.count < limit ? nil : refs.last?.id
        }
    }

    /// The catalog version whose schedules all entities were planned by.
    public func plannedVersion(app: AppID) async throws -> Int? { read(app) { $0.plannedVersion } }

    /// Remembers that all entities are planned by a version.
    public func setPlannedVersion(_ version: Int, app: AppID) async throws {
        try await write(app) { $0.plannedVersion = version }
    }

    /// Firings that are due: apps take turns, each with its earliest first.
    public func dueSchedules(now: Timestamp, limit: Int) async throws -> [DueSchedule] {
        read { contents in
            let due = contents.all.map { $0.dueFirings(now: now) }.filter { !$0.isEmpty }
            let share = Turns.share(of: limit, among: due.count)
            return Turns.interleave(due.map { Array($0.prefix(share)) }, limit: limit)
        }
    }

    /// Ends due firings, each in one step with the trigger it makes; one that fails takes no other along.
    public func fire(_ firings: [ScheduleFiring], now: Timestamp) async throws -> [TriggerAcceptance?] {
        let results = try await write { contents in
            firings.map { firing -> Result<TriggerAcceptance?, any Error> in
                var rows = contents[firing.schedule.app]
                let result = Result<TriggerAcceptance?, any Error> { try rows.end(firing, now: now) }
                if case .success = result { contents[firing.schedule.app] = rows }
                return result
            }
        }
        return try results.map { try $0.get() }
    }

    /// The earliest instant at which a firing is due.
    public func nextSchedule(after now: Timestamp) async throws -> Timestamp? {
        read { contents in contents.all.compactMap { $0.nextFiring(after: now) }.min() }
    }

    /// Forgets some firings that ended before an instant.
    public func sweepSchedules(before instant: Timestamp, limit: Int) async throws -> Int {
        try await write { contents in
            var count = 0
            for app in contents.apps {
                let ended = contents[app].firings.rows(in: .ended).filter { ($0.endedAt ?? instant) < instant }
                for row in ended.prefix(limit - count) {
                    contents[app].firings.remove(row.key)
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
