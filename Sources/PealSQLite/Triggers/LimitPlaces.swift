import GRDB
import PealCore
import PealStore

/// Holds a trigger to its sender limits, in the transaction that accepts it (R160).
struct LimitPlaces {
    private let plan: QuotaPlan

    /// When it may be sent.
    var dueAt: Timestamp { plan.dueAt }
    /// Until when its pushes are digested.
    var bundleUntil: Timestamp? { plan.digestUntil }

    /// A limit said no: whatever was written is rolled back.
    struct Refused: Error {
        var refusal: LimitRefusal
        /// Whom the limit counts together.
        var scope: SenderLimit.Scope
        var scopeKey: String
    }

    /// Expired counts deleted for each new one, so that they never pile up.
    private static let sweptCounts = 16

    /// Reads what the plan of a trigger's quota asks for.
    ///
    /// `patches` are entities that count as if they were written already.
    /// - Throws: ``Refused`` when a limit refuses it.
    init(for trigger: Trigger, _ check: LimitCheck, patches: [EntityPatch] = [], _ db: Database) throws {
        let organisation = try Organisation(of: trigger.entity) { ref in
            try Self.facts(of: ref, trigger.app, patches, db)
        }
        let scopes = check.limits.map { limit in
            limit.scope(for: trigger, organisation: organisation, appZone: check.appZone, zone: check.zone)
        }
        let answer = try QuotaPlan.make(dueAt: trigger.dueAt, scopes: scopes) { scope, window in
            try Self.used(scope.limit, scope.key, window, trigger.app, db)
        }
        switch answer {
        case .success(let plan): self.plan = plan
        case .failure(let refusal):
            throw Refused(
                refusal: LimitRefusal(
                    trigger: trigger.id,
                    limit: ReachedLimit(refusal.limit, resetsAt: refusal.resetsAt)
                ),
                scope: refusal.limit.scope,
                scopeKey: refusal.key
            )
        }
    }

    /// Takes the places for a trigger that is kept.
    func take(for trigger: Trigger, _ db: Database) throws {
        for place in plan.reservations {
            try Self.take(place, for: trigger.id, app: trigger.app, acceptedAt: trigger.acceptedAt, db)
        }
    }

    /// Takes places that were planned before.
    /// - Throws: ``ChangeWriting/GuardFailed`` when other triggers count in a window than were planned with.
    static func reserve(_ reservation: QuotaReservation, for id: TriggerID, app: AppID, _ db: Database) throws {
        for place in reservation.places {
            let planned = place.reservation
            let used = try used(planned.limit, planned.key, planned.window, app, db)
            try used.orFail(place.others)
            try take(planned, for: id, app: app, acceptedAt: reservation.acceptedAt, db)
        }
    }

    private static func take(
        _ place: QuotaPlan.Reservation,
        for id: TriggerID,
        app: AppID,
        acceptedAt: Timestamp,
        _ db: Database
    ) throws {
        let key: [Binding] = [app.rawValue, place.limit.id, place.key, place.window.start.milliseconds]
        let isKnown = try db.run(
            """
            UPDATE limit_count SET used = used + 1, window_end = MAX(window_end, ?5)
            WHERE app = ?1 AND limit_id = ?2 AND scope_key = ?3 AND window_start = ?4
            """,
            key + [place.window.end.milliseconds]
        )
        if isKnown == 0 {
            try db.run(
                """
                INSERT INTO limit_count (app, limit_id, scope_key, window_start, window_end, used)
                VALUES (?, ?, ?, ?, ?, 1)
                """,
                key + [place.window.end.milliseconds]
            )
            try sweep(now: acceptedAt, db)
        }
        try db.run(
            "INSERT INTO limit_place (app, trigger_id, limit_id, scope_key, window_start) VALUES (?, ?, ?, ?, ?)",
            [app.rawValue, id.blob, place.limit.id, place.key, place.window.start.milliseconds]
        )
    }

    /// Releases the quota of a trigger that reaches nobody.
    static func giveBack(of id: TriggerID, app: AppID, _ db: Database) throws {
        let places = try db.all(
            """
            SELECT p.limit_id, p.scope_key, p.window_start, COALESCE(c.used, 0) FROM limit_place p
            LEFT JOIN limit_count c ON c.app = p.app AND c.limit_id = p.limit_id AND c.scope_key = p.scope_key
                AND c.window_start = p.window_start
            WHERE p.app = ? AND p.trigger_id = ?
            """,
            [app.rawValue, id.blob]
        ) { row in
            (
                limit: try row.text(0), scopeKey: try row.text(1), start: try row.time(2),
                quota: Quota(used: try row.int(3))
            )
        }
        for place in places {
            // The count of a window that is over may be swept already.
            guard let left = place.quota.next(on: .release) else { continue }
            try db.run(
                """
                UPDATE limit_count SET used = ?
                WHERE app = ? AND limit_id = ? AND scope_key = ? AND window_start = ? AND used = ?
                """,
                [
                    left.used, app.rawValue, place.limit, place.scopeKey, place.start.milliseconds, place.quota.used,
                ]
            )
        }
        guard !places.isEmpty else { return }
        try db.run("DELETE FROM limit_place WHERE app = ? AND trigger_id = ?", [app.rawValue, id.blob])
    }

    /// Triggers that count in windows that overlap one; no window is longer than the unit's longest.
    private static func used(
        _ limit: SenderLimit,
        _ scopeKey: String,
        _ window: CalendarWindow,
        _ app: AppID,
        _ db: Database
    ) throws -> Int {
        try db.value(
            Int.self,
            """
            SELECT SUM(used) FROM limit_count
            WHERE app = ? AND limit_id = ? AND scope_key = ? AND window_start > ? AND window_start < ?
                AND window_end > ?
            """,
            [
                app.rawValue, limit.id, scopeKey, (window.start - limit.per.longest).milliseconds,
                window.end.milliseconds, window.start.milliseconds,
            ]
        ) ?? 0
    }

    /// An entity as it is stored, or as a patch makes it.
    static func facts(
        of ref: EntityRef,
        _ app: AppID,
        _ patches: [EntityPatch],
        _ db: Database
    ) throws -> Organisation.Facts? {
        let found = try db.first(
            "SELECT parent_type, parent_id, time_zone FROM entity WHERE app = ? AND type = ? AND id = ?",
            [app.rawValue, ref.type.rawValue, ref.id]
        ) { Organisation.Facts(parent: try $0.optionalRef(0), timeZone: try $0.optionalText(2)) }
        guard let patch = patches.first(where: { $0.ref == ref }) else { return found }
        return Organisation.Facts(
            parent: patch.parent ?? found?.parent,
            timeZone: patch.timeZone ?? found?.timeZone
        )
    }

    private static func sweep(now: Timestamp, _ db: Database) throws {
        let expired = try db.all(
            "SELECT app, limit_id, scope_key, window_start FROM limit_count WHERE window_end <= ? LIMIT ?",
            [now.milliseconds, sweptCounts]
        ) { row -> [Binding] in [try row.text(0), try row.text(1), try row.text(2), try row.time(3).milliseconds] }
        for key in expired {
            try db.run(
                "DELETE FROM limit_count WHERE app = ? AND limit_id = ? AND scope_key = ? AND window_start = ?",
                key
            )
        }
    }
}
