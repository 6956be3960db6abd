import PealCore
import PealStore

extension AppRows {
    /// What acceptances are planned from.
    func acceptFacts(_ needs: AcceptNeeds) -> AcceptFacts {
        var facts = AcceptFacts()
        for key in needs.claims { facts.claims[key] = .some(claims[TextKey(key)]) }
        for ref in needs.schedules { facts.schedules[ref] = scheduleFacts(of: ref) }
        for entity in needs.quota.entities {
            // Its ancestors are read as far as they count for its organisation.
            _ = Organisation(of: entity) { ref in
                let organisation = organisation(of: ref)
                facts.quota.entities[ref] = .some(organisation)
                return organisation
            }
        }
        for (windows, after) in needs.quota.windows {
            facts.quota.uses[windows] = QuotaFacts.Uses(after: after, windows: uses(windows, after, for: needs.moved))
        }
        return facts
    }

    /// What an entity says about its organisation.
    func organisation(of ref: EntityRef) -> Organisation.Facts? {
        entities[ref].map { Organisation.Facts(parent: $0.parent, timeZone: $0.timeZone) }
    }

    /// Stores a trigger, with a copy of its entity's parent.
    mutating func add(_ new: NewTrigger) throws {
        guard !triggers.contains(new.trigger.id) else { throw StoreError.duplicate("the trigger") }
        let parent = new.parent ?? new.trigger.entity.flatMap { entities[$0]?.parent }
        var row = TriggerRow(
            trigger: new.trigger,
            sealedData: new.sealedData,
            parent: parent,
            root: Organisation(of: parent, facts: organisation).root,
            claimKey: new.claimKey.map { TextKey($0) },
            urgency: new.urgency,
            traceParent: new.traceParent
        )
        row.trigger.data = [:]
        triggers.put(row)
        add(.triggerAccepted, .trigger(new.trigger.id))
    }

    /// Changes an entity, or adds it.
    mutating func apply(_ patch: EntityPatch, at now: Timestamp) {
        put(Entity(entities[patch.ref], patch, at: now))
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
            let until = claim.map { $0.expiresAt ?? MoveFacts.Claim.forEver }
            triggers.update(id) { $0.claimUntil = until }
        }
        if claim != nil { claims[key] = nil }
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
            urgency: row.urgency,
            entityVersion: entityVersion(of: row)
        )
    }
}
