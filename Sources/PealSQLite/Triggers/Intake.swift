import Foundation
import GRDB
import PealCore
import PealStore

/// Writes a trigger on its way in.
enum Intake {
    /// Takes the claim, upserts the entities and keeps the trigger; a held claim stores nothing of it (R154, R156).
    static func accept(_ submission: TriggerSubmission, _ db: Database) throws -> TriggerAcceptance {
        guard submission.limits != nil else { return try keep(submission, db) }
        do {
            return try db.isolated { try keep(submission, db) }
        } catch let error as LimitPlaces.Refused {
            // Its claim and its entities are gone with it.
            try TurnedAwayRows.note(error, submission.trigger, db)
            return .refused(error.refusal)
        }
    }

    private static func keep(_ submission: TriggerSubmission, _ db: Database) throws -> TriggerAcceptance {
        let trigger = submission.trigger
        if let claim = submission.claim, let holder = try take(claim, for: trigger, db) {
            try TurnedAwayRows.note(duplicate: trigger, of: holder, db)
            return .duplicate(of: holder)
        }
        let rules = submission.entities.isEmpty ? [] : submission.schedules()
        for patch in submission.entities {
            try apply(patch, trigger, db)
            try SchedulePlans.plan(patch.ref, by: rules, app: trigger.app, now: trigger.acceptedAt, db)
        }
        let parent = try parent(of: trigger, db)
        guard let check = submission.limits else {
            try insert(submission, parent: parent, db)
            return .accepted(trigger.id)
        }
        let places = try LimitPlaces(for: trigger, check, db)
        var placed = submission
        placed.trigger.dueAt = places.dueAt
        placed.trigger.bundleUntil = places.bundleUntil
        try insert(placed, parent: parent, db)
        try places.take(for: trigger, db)
        return places.dueAt == trigger.dueAt ? .accepted(trigger.id) : .queued(trigger.id, until: places.dueAt)
    }

    /// Takes a claim unless it is held; returns the holder then.
    ///
    /// An expired claim is overwritten.
    private static func take(_ claim: TriggerSubmission.Claim, for trigger: Trigger, _ db: Database) throws
        -> TriggerID?
    {
        let app = trigger.app.rawValue
        let taken = try db.run(
            """
            INSERT INTO claim (app, key, trigger_id, expires_at) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (app, key) DO UPDATE SET trigger_id = excluded.trigger_id, expires_at = excluded.expires_at
            WHERE expires_at <= ?5
            """,
            [app, claim.key, trigger.id.blob, claim.expiresAt?.milliseconds, trigger.acceptedAt.milliseconds]
        )
        guard taken == 0 else { return nil }
        return try db.first("SELECT trigger_id FROM claim WHERE app = ? AND key = ?", [app, claim.key]) { try $0.id(0) }
    }

    private static func apply(_ patch: EntityPatch, _ trigger: Trigger, _ db: Database) throws {
        try db.run(
            """
            INSERT INTO entity
                (app, type, id, parent_type, parent_id, owner_id, status, time_zone, times, attributes, updated_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, COALESCE(?9, '{}'), COALESCE(?10, '{}'), ?11)
            ON CONFLICT (app, type, id) DO UPDATE SET
                parent_type = COALESCE(?4, parent_type), parent_id = COALESCE(?5, parent_id),
                owner_id = COALESCE(?6, owner_id), status = COALESCE(?7, status), time_zone = COALESCE(?8, time_zone),
                times = COALESCE(?9, times), attributes = COALESCE(?10, attributes), updated_at = ?11
            """,
            [
                trigger.app.rawValue, patch.ref.type.rawValue, patch.ref.id, patch.parent?.type.rawValue,
                patch.parent?.id,
                patch.ownerID?.rawValue, patch.status, patch.timeZone, try patch.times.map { try JSONText.encode($0) },
                try patch.attributes.map { try JSONText.encode($0) }, trigger.acceptedAt.milliseconds,
            ]
        )
    }

    private static func parent(of trigger: Trigger, _ db: Database) throws -> EntityRef? {
        guard let entity = trigger.entity else { return nil }
        return try db.first(
            "SELECT parent_type, parent_id FROM entity WHERE app = ? AND type = ? AND id = ?",
            [trigger.app.rawValue, entity.type.rawValue, entity.id]
        ) { try $0.optionalRef(0) } ?? nil
    }

    private static func insert(_ submission: TriggerSubmission, parent: EntityRef?, _ db: Database) throws {
        let trigger = submission.trigger
        try db.run(
            """
            INSERT INTO trigger
                (app, id, type, entity_type, entity_id, parent_type, parent_id, transition, actor_id, actor_kind,
                 audience, priority, due_at, accepted_at, cancel_key, claim_key, catalog_version, sealed_data,
                 bundle_until, send_local, rank)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                trigger.app.rawValue, trigger.id.blob, trigger.type.rawValue, trigger.entity?.type.rawValue,
                trigger.entity?.id, parent?.type.rawValue, parent?.id, trigger.transition, trigger.actor?.id?.rawValue,
                trigger.actor?.kind.rawValue, try StoredAudience.encode(trigger.audience), trigger.priority?.rawValue,
                trigger.dueAt.milliseconds, trigger.acceptedAt.milliseconds, trigger.cancelKey, submission.claim?.key,
                trigger.catalogVersion, Data(submission.sealedData), trigger.bundleUntil?.milliseconds,
                trigger.sendAtLocal?.secondsSince1970, submission.urgency.rank,
            ]
        )
    }
}
