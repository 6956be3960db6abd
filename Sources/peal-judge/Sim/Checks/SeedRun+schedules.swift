import Foundation
import GRDB
import PealCore
import PealEngine

/// Types that fire by themselves, looked at from the entities' side.
extension SeedRun {
    /// What has fired did so for a time that its entity carries, not early, and once.
    func checkFired(_ life: Life) throws {
        for firing in try life.view.firings() where ledger.fired.insert(firing.id).inserted {
            tally.fired += 1
            guard let app = world.apps.first(where: { $0.id == firing.app }), !republished.contains(app.id),
                !moved.contains(firing.entity)
            else { continue }
            guard let rule = app.catalog.type(firing.type)?.schedule,
                let entity = try life.view.times(of: firing.entity, app: app.id),
                let time = entity.times[rule.time], "\(rule.time)-\(time.rfc3339)" == firing.transition
            else { return fail("schedules", "\(firing.type) of \(firing.entity) fires for \(firing.transition)") }
            if time + rule.offset > clock.now {
                return fail(
                    "schedules",
                    "\(firing.type) of \(firing.entity) fires before \((time + rule.offset).rfc3339)"
                )
            }
        }
        let twice = try life.view.finding(
            """
            SELECT app, type, entity_id, transition, COUNT(*) AS times FROM trigger
            WHERE actor_kind = 'system' AND revoked_at IS NULL
            GROUP BY app, type, entity_type, entity_id, transition HAVING COUNT(*) > 1 LIMIT 1
            """
        )
        if let twice { fail("schedules", twice) }
    }

    /// When the loops rest, whatever an entity's times ask for has come.
    func checkSchedules() throws {
        guard let life = alive else { return }
        for app in world.apps {
            for type in app.catalog.types {
                guard let rule = type.schedule else { continue }
                for entity in try life.view.entities(of: rule.entity, app: app.id) {
                    guard let time = entity.times[rule.time], asks(entity, rule) else { continue }
                    let due = time + rule.offset
                    guard due <= clock.now, latest < due + type.ttl else { continue }
                    let state = try life.view.firing(of: type.id, entity.ref, at: time, app: app.id)
                    if state == nil || state == "waiting" || state == "cancelled" {
                        return fail(
                            "schedules",
                            "\(type.id) of \(entity.ref), due \(due.rfc3339), is \(state ?? "forgotten")"
                        )
                    }
                }
            }
        }
    }

    private func asks(_ entity: EntityTimes, _ rule: ScheduleRule) -> Bool {
        guard let time = entity.times[rule.time] else { return false }
        if let status = entity.status {
            if !rule.statuses.isEmpty, !rule.statuses.contains(status) { return false }
            if rule.exceptStatuses.contains(status) { return false }
        }
        // What has ended is revoked, also after it fired.
        guard let until = rule.until, let end = entity.times[until] else { return true }
        return end > time + rule.offset && end > latest
    }
}

/// An entity's times as its row shows them.
struct EntityTimes: Sendable {
    var ref: EntityRef
    var status: String?
    var times: [String: Timestamp]
}

/// A trigger that a type fired by itself.
struct Firing: Sendable {
    var app: AppID
    var id: TriggerID
    var type: TypeID
    var entity: EntityRef
    var transition: String
}

extension StoreView {
    func firings() throws -> [Firing] {
        try rows(
            "SELECT app, id, type, entity_type, entity_id, transition FROM trigger WHERE actor_kind = 'system'"
        ).compactMap { row in
            guard let id = TriggerID(blob: row[1]), let entity: String = row[4] else { return nil }
            return Firing(
                app: AppID(row[0]),
                id: id,
                type: TypeID(row[2]),
                entity: EntityRef(type: EntityTypeID(row[3] as String), id: entity),
                transition: row[5] ?? ""
            )
        }
    }

    func times(of ref: EntityRef, app: AppID) throws -> EntityTimes? {
        try entities(of: ref.type, app: app).first { $0.ref == ref }
    }

    func entities(of type: EntityTypeID, app: AppID) throws -> [EntityTimes] {
        try rows(
            "SELECT id, status, times FROM entity WHERE app = ? AND type = ? ORDER BY id",
            [app.rawValue, type.rawValue]
        ).map { row in
            let times = try JSONDecoder().decode([String: Timestamp].self, from: Data((row[2] as String).utf8))
            return EntityTimes(ref: EntityRef(type: type, id: row[0]), status: row[1], times: times)
        }
    }

    func firing(of type: TypeID, _ entity: EntityRef, at time: Timestamp, app: AppID) throws -> String? {
        try rows(
            "SELECT state FROM schedule WHERE app = ? AND entity_type = ? AND entity_id = ? AND type = ? AND time = ?",
            [app.rawValue, entity.type.rawValue, entity.id, type.rawValue, time.milliseconds]
        ).first?[0]
    }
}
