import PealCore
import PealStore

/// Plans the quota of sender limits for another time of a trigger (R160).
struct TriggerQuota {
    let store: any MoveStore
    let limits: LimitCheck?

    /// When the trigger is sent, and what that takes.
    struct Plan: Sendable {
        var time: TriggerTime
        /// Releases the quota of the old time, and reserves that of the new one.
        var changes: [Change]
    }

    /// What the sender limits say.
    enum Answer: Sendable {
        case planned(Plan)
        case refused(LimitRefusal)
    }

    /// Plans a time; the limits may move it, or refuse it.
    func plan(_ trigger: Trigger, dueAt: Timestamp) async throws -> Answer {
        let release = Change.releaseQuota(trigger.id)
        guard let limits else {
            return .planned(Plan(time: TriggerTime(dueAt: dueAt, digestUntil: nil), changes: [release]))
        }
        let organisation = try await store.organisation(of: trigger.entity, app: trigger.app)
        let scopes = limits.limits.map { limit in
            limit.scope(for: trigger, organisation: organisation, appZone: limits.appZone, zone: limits.zone)
        }
        var uses: [String: [QuotaUse]] = [:]
        for scope in scopes {
            // A window may begin before the instant it holds, and be overlapped by one that begins before it.
            let after = dueAt - scope.limit.per.longest * 2
            uses[scope.limit.id] = try await store.quotaUses(
                of: scope,
                after: after,
                for: trigger.id,
                app: trigger.app
            )
        }
        let known = uses
        let answer = QuotaPlan.make(dueAt: dueAt, scopes: scopes) { scope, window in
            (known[scope.limit.id] ?? []).others(in: window, of: scope.limit)
        }
        switch answer {
        case .failure(let refusal):
            let limit = ReachedLimit(refusal.limit, resetsAt: refusal.resetsAt)
            return .refused(LimitRefusal(trigger: trigger.id, limit: limit))
        case .success(let plan):
            let places = plan.reservations.map { place in
                QuotaReservation.Place(
                    reservation: place,
                    others: (known[place.limit.id] ?? []).others(in: place.window, of: place.limit)
                )
            }
            let reservation = QuotaReservation(places: places, acceptedAt: trigger.acceptedAt)
            return .planned(
                Plan(
                    time: TriggerTime(dueAt: plan.dueAt, digestUntil: plan.digestUntil),
                    changes: [release, .reserveQuota(trigger.id, reservation)]
                )
            )
        }
    }
}
