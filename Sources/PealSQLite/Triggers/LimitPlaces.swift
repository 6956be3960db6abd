import GRDB
import PealCore
import PealStore

/// Holds a trigger to its sender limits, in the transaction that accepts it (R160).
struct LimitPlaces {
    /// When it may be sent.
    private(set) var dueAt: Timestamp
    /// Until when its pushes are bundled.
    private(set) var bundleUntil: Timestamp?
    private var places: [Place] = []

    private struct Place {
        var limit: SenderLimit
        var scopeKey: String
        var window: CalendarWindow
    }

    /// A limit said no: whatever was written is rolled back.
    struct Refused: Error {
        var refusal: LimitRefusal
        /// Whom the limit counts together.
        var scope: SenderLimit.Scope
        var scopeKey: String
    }

    /// Expired counts deleted for each new one, so that they never pile up.
    private static let sweptCounts = 16

    /// Asks every limit until all agree on one instant.
    ///
    /// `patches` are entities that count as if they were written already.
    /// - Throws: ``Refused`` when one refuses.
    init(for trigger: Trigger, _ check: LimitCheck, patches: [EntityPatch] = [], _ db: Database) throws {
        dueAt = trigger.dueAt
        let organisation = try Organisation(of: trigger, patches, db)
        // A queue only moves it later, and looks ahead so far and no further.
        for _ in 0..<SenderLimit.farthestWindow {
            guard try ask(check, trigger, organisation, db) else { return }
        }
        guard let first = check.limits.first else { return }
        throw Self.refused(trigger, first, Self.key(first, trigger, organisation), resetsAt: dueAt)
    }

    /// Asks every limit about one instant; whether one of them moved it.
    private mutating func ask(
        _ check: LimitCheck,
        _ trigger: Trigger,
        _ organisation: Organisation,
        _ db: Database
    ) throws -> Bool {
        places = []
        bundleUntil = nil
        for limit in check.limits {
            let key = Self.key(limit, trigger, organisation)
            let ruling = try limit.ruling(at: dueAt, in: Self.zone(limit, organisation, check)) { window in
                try Self.used(limit, key, window, trigger.app, db)
            }
            switch ruling {
            case .room(let window): places.append(Place(limit: limit, scopeKey: key, window: window))
            case .bundle(let window): bundleUntil = max(bundleUntil ?? window.end, window.end)
            case .refuse(let window): throw Self.refused(trigger, limit, key, resetsAt: window.end)
            case .later(let window):
                dueAt = window.start
                return true
            }
        }
        return false
    }

    /// Takes the places for a trigger that is kept.
    func take(for trigger: Trigger, _ db: Database) throws {
        for place in places {
            let key: [Binding] = [
                trigger.app.rawValue, place.limit.id, place.scopeKey, place.window.start.milliseconds,
            ]
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
                try Self.sweep(now: trigger.acceptedAt, db)
            }
            try db.run(
                "INSERT INTO limit_place (app, trigger_id, limit_id, scope_key, window_start) VALUES (?, ?, ?, ?, ?)",
                [
                    trigger.app.rawValue, trigger.id.blob, place.limit.id, place.scopeKey,
                    place.window.start.milliseconds,
                ]
            )
        }
    }

    /// Gives back the places of a trigger that nobody will hear of.
    static func giveBack(of id: TriggerID, app: AppID, _ db: Database) throws {
        let places = try db.all(
            "SELECT limit_id, scope_key, window_start FROM limit_place WHERE app = ? AND trigger_id = ?",
            [app.rawValue, id.blob]
        ) { (limit: try $0.text(0), scopeKey: try $0.text(1), start: try $0.time(2)) }
        for place in places {
            try db.run(
                """
                UPDATE limit_count SET used = used - 1
                WHERE app = ? AND limit_id = ? AND scope_key = ? AND window_start = ? AND used > 0
                """,
                [app.rawValue, place.limit, place.scopeKey, place.start.milliseconds]
            )
        }
        guard !places.isEmpty else { return }
        try db.run("DELETE FROM limit_place WHERE app = ? AND trigger_id = ?", [app.rawValue, id.blob])
    }

    private static func key(_ limit: SenderLimit, _ trigger: Trigger, _ organisation: Organisation) -> String {
        limit.scope == .org ? organisation.key : trigger.actor?.id?.rawValue ?? ""
    }

    private static func refused(_ trigger: Trigger, _ limit: SenderLimit, _ key: String, resetsAt: Timestamp)
        -> Refused
    {
        Refused(
            refusal: LimitRefusal(trigger: trigger.id, limit: ReachedLimit(limit, resetsAt: resetsAt)),
            scope: limit.scope,
            scopeKey: key
        )
    }

    private static func zone(_ limit: SenderLimit, _ organisation: Organisation, _ check: LimitCheck) -> ZoneRules {
        switch limit.zone {
        case .app: check.appZone
        case .org: organisation.timeZone.flatMap(check.zone) ?? check.appZone
        case .named(let name): check.zone(name) ?? check.appZone
        }
    }

    /// Places taken in windows that overlap one; none is longer than the unit's longest.
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

    /// The outermost ancestor of a trigger's entity; the app as a whole when it has none.
    private struct Organisation {
        var key = ""
        var timeZone: String?

        /// Ancestors that are walked; what lies beyond is as good as outermost.
        private static let depth = 8

        init(of trigger: Trigger, _ patches: [EntityPatch], _ db: Database) throws {
            var next = trigger.entity
            for _ in 0...Self.depth {
                guard let ref = next else { return }
                key = ref.description
                timeZone = nil
                let found = try db.first(
                    "SELECT parent_type, parent_id, time_zone FROM entity WHERE app = ? AND type = ? AND id = ?",
                    [trigger.app.rawValue, ref.type.rawValue, ref.id]
                ) { (parent: try $0.optionalRef(0), timeZone: try $0.optionalText(2)) }
                let patch = patches.first { $0.ref == ref }
                timeZone = patch?.timeZone ?? found?.timeZone
                next = patch?.parent ?? found?.parent
            }
        }
    }
}

extension CalendarUnit {
    /// Longer than any window of the unit, whatever the clocks do.
    fileprivate var longest: Duration {
        switch self {
        case .hour: .seconds(26 * 3600)
        case .day: .seconds(3 * 86_400)
        case .week: .seconds(9 * 86_400)
        case .month: .seconds(33 * 86_400)
        }
    }
}
