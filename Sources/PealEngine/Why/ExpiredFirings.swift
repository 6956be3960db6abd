import PealCore
import PealStore

/// Finds reminders that nobody got because they had expired before they could be sent: the server did not run (R066).
struct ExpiredFirings {
    let dependencies: WhyDependencies
    let app: AppID
    let filter: DecisionFilter
    let zone: Zone

    /// How many are told one by one.
    private static let limit = 5
    /// Firings of one entity or type that are looked at, the latest.
    private static let reach = 50

    /// One for each, the latest first: of the user's entities, or of the type where no user is asked for.
    func findings() async throws -> [WhyFinding] {
        guard filter.trigger == nil, let catalog = dependencies.catalogs(app, nil) else { return [] }
        return try await notes(of: catalog)
            .filter { $0.state == .skipped && $0.reason == .tooLate }
            .filter { note in filter.since.map { note.dueAt >= $0 } ?? true }
            .sorted { $0.dueAt > $1.dueAt }
            .prefix(Self.limit)
            .map { note in finding(note, life: catalog.type(note.type)?.ttl) }
    }

    private func notes(of catalog: Catalog) async throws -> [ScheduleNote] {
        let store = dependencies.store
        guard let user = filter.user else {
            return try await store.scheduleNotes(app: app, entity: nil, type: filter.type, limit: Self.reach)
        }
        let memberships = try await store.memberships(of: user, app: app, limit: AudienceCheck.membershipLimit)
        let owned = try await store.owned(by: user, app: app, limit: Self.reach)
        var notes: [ScheduleNote] = []
        let scheduled = Set(catalog.types.compactMap(\.schedule?.entity))
        for entity in Set(memberships.map(\.entity)).union(owned).sorted() where scheduled.contains(entity.type) {
            notes += try await store.scheduleNotes(app: app, entity: entity, type: filter.type, limit: Self.reach)
        }
        return notes
    }

    private func finding(_ note: ScheduleNote, life: Duration?) -> WhyFinding {
        let what = "\(note.type) for \(note.entity) was due at \(zone.text(of: note.dueAt))"
        let lateness = note.endedAt.map { now in
            guard let life, now > note.dueAt + life else { return "; \((now - note.dueAt).text) had passed" }
            let end = note.dueAt + life
            return " and expired at \(zone.text(of: end)); \((now - end).text) had passed since then"
        }
        let fix = "`schedule.late: send` sends such reminders late"
        return WhyFinding(
            "schedule-expired",
            "\(what)\(lateness ?? "") when this server could send it, so it was not sent; \(fix)."
        )
    }
}
