import PealCore
import PealStore

extension AppRows {
    /// Takes a trigger in, with its event; a refused one leaves nothing but a count.
    mutating func accept(_ submission: TriggerSubmission) throws -> TriggerAcceptance {
        var rows = self
        let acceptance: TriggerAcceptance
        do {
            acceptance = try rows.keep(submission)
            self = rows
        } catch let refusal as QuotaPlan.Refusal {
            reject(submission.trigger, refusal)
            return .refused(LimitRefusal(of: submission.trigger.id, refusal))
        }
        add(submission, acceptance)
        return acceptance
    }

    private mutating func keep(_ submission: TriggerSubmission) throws -> TriggerAcceptance {
        let trigger = submission.trigger
        if let claim = submission.claim {
            let key = TextKey(claim.key)
            if let holder = holder(of: key, at: trigger.acceptedAt) {
                reject(trigger, duplicateOf: holder)
                return .duplicate(of: holder)
            }
            claims[key] = ClaimRow(trigger: trigger.id, expiresAt: claim.expiresAt)
        }
        let rules = submission.entities.isEmpty ? [] : submission.schedules()
        for patch in submission.entities {
            let entity = Entity(entities[patch.ref], patch, at: trigger.acceptedAt)
            entities.put(entity)
            if rules.contains(where: { $0.entity == patch.ref.type }) {
                plan(entity, by: rules, now: trigger.acceptedAt)
            }
        }
        guard !triggers.contains(trigger.id) else { throw StoreError.duplicate("the trigger") }
        let quota = try submission.limits.map { try self.quota(for: trigger, $0, patches: []).get() }
        var row = TriggerRow(
            trigger: trigger,
            sealedData: submission.sealedData,
            parent: trigger.entity.flatMap { entities[$0]?.parent },
            claimKey: submission.claim.map { TextKey($0.key) },
            urgency: submission.urgency
        )
        row.trigger.data = [:]
        if let quota {
            row.trigger.dueAt = quota.dueAt
            row.trigger.bundleUntil = quota.digestUntil
        }
        triggers.put(row)
        for place in quota?.reservations ?? [] { reserve(place, for: trigger.id, acceptedAt: trigger.acceptedAt) }
        guard let dueAt = quota?.dueAt, dueAt != trigger.dueAt else { return .accepted(trigger.id) }
        return .queued(trigger.id, until: dueAt)
    }

    /// Who holds a claim at an instant.
    func holder(of key: TextKey, at now: Timestamp) -> TriggerID? {
        claims[key].flatMap { $0.holds(at: now) ? $0.trigger : nil }
    }

    /// Releases the claim of a trigger as far as it holds it.
    mutating func releaseClaim(of id: TriggerID, remembering: Bool) {
        guard let key = triggers[id]?.claimKey else { return }
        let claim = claims[key].flatMap { $0.trigger == id ? $0 : nil }
        if remembering {
            let until = claim.map { $0.expiresAt ?? Timestamp(milliseconds: .max) }
            triggers.update(id) { $0.claimUntil = until }
        }
        if claim != nil { claims[key] = nil }
    }

    /// What became of a trigger on its way in: one that was refused, or is a duplicate, changed nothing.
    mutating func add(_ submission: TriggerSubmission, _ acceptance: TriggerAcceptance) {
        guard acceptance.isAccepted else { return }
        add(.triggerAccepted, .trigger(submission.trigger.id))
        guard !submission.entities.isEmpty else { return }
        let rules = submission.schedules()
        for patch in submission.entities { add(entity: patch.ref, by: rules) }
    }

    /// An entity was put, and planned by the schedules that follow its type.
    mutating func add(entity: EntityRef, by rules: [ScheduleRule]) {
        add(.entityChanged, .entity(entity))
        if rules.contains(where: { $0.entity == entity.type }) { add(.schedulePlanned, .entity(entity)) }
    }

    /// A trigger with what its fan-out needs.
    func pending(_ row: TriggerRow) -> PendingTrigger {
        PendingTrigger(
            trigger: row.trigger,
            sealedData: row.sealedData,
            parent: row.trigger.entity.flatMap { entities[$0]?.parent } ?? row.parent,
            cursor: row.cursor,
            isPlaced: row.localPass == .placed,
            urgency: row.urgency
        )
    }
}

extension Entity {
    /// An entity as a patch leaves it.
    fileprivate init(_ stored: Entity?, _ patch: EntityPatch, at now: Timestamp) {
        self.init(
            ref: patch.ref,
            parent: patch.parent ?? stored?.parent,
            ownerID: patch.ownerID ?? stored?.ownerID,
            status: patch.status ?? stored?.status,
            timeZone: patch.timeZone ?? stored?.timeZone,
            times: patch.times ?? stored?.times ?? [:],
            attributes: patch.attributes ?? stored?.attributes ?? [:],
            updatedAt: now
        )
    }
}

extension LimitRefusal {
    /// What the sender of a refused trigger learns.
    init(of trigger: TriggerID, _ refusal: QuotaPlan.Refusal) {
        self.init(trigger: trigger, limit: ReachedLimit(refusal.limit, resetsAt: refusal.resetsAt))
    }
}
