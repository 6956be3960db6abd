import PealCore
import PealEngine
import PealStore

/// Entities that a backend deletes; later ones may have the same name.
extension SeedRun {
    /// A quarter of the worlds delete entities.
    ///
    /// The runs of all other seeds, which tests name, are what they were before.
    private var deletesEntities: Bool { plan.seed % 4 == 3 }

    /// Perhaps deletes an entity, rather one about which something is still to be sent.
    func deleteEntity(likelihood: Double) async throws {
        guard deletesEntities, let life = alive, deletionRandom.happens(likelihood),
            let (app, ref) = try entityToDelete(life)
        else { return }
        try observe()
        let about = try life.facts.triggers.filter { $0.app == app.id && $0.entity == ref }
        let isRelevant = try waits(about, life)
        let resumes = Dictionary(uniqueKeysWithValues: about.map { ($0.id, ledger.asked[$0.id]?.resumes ?? 0) })
        for trigger in about { ledger.asked[trigger.id]?.mayBeCancelled = true }
        ledger.deletedAt["\(app.id)/\(ref)"] = latest
        moved.insert(ref)
        // Its members, and its owner, may have had roles by it.
        touched.formUnion(app.people.map { Person(app: app.id, user: $0) })
        let existed = try await delete(ref, of: app.id, life)
        guard alive?.number == life.number, existed else { return }
        note("deleted \(app.id)/\(ref)")
        tally.deletions += 1
        if isRelevant { tally.withdrawals += 1 }
        let cancelled = Set(try life.facts.triggers.filter { $0.cancelledAt != nil }.map(\.id))
        // What was resumed while this went on may have been withdrawn before or after.
        for (id, times) in resumes where (ledger.asked[id]?.resumes ?? 0) == times {
            ledger.entityGone[id] = times
            if cancelled.contains(id) { ledger.asked[id]?.isCancelled = true }
        }
    }

    private func delete(_ ref: EntityRef, of app: AppID, _ life: Life) async throws -> Bool {
        guard plan.plant == .keepDeleted else { return try await life.engine.entities.delete(ref, app: app) }
        let result = try await life.store.apply([ChangeGroup(app: app, [.deleteEntity(ref)])])
        return result.allSatisfy(\.isApplied)
    }

    /// Zones of organisations never move, because limits are counted by them: those that have one stay.
    private func entityToDelete(_ life: Life) throws -> (SimWorld.App, EntityRef)? {
        guard let app = deletionRandom.pick(world.apps) else { return nil }
        let stored = try life.facts.entities.filter { $0.app == app.id && app.zones[$0.ref] == nil }.map(\.ref)
        let triggers = try life.facts.triggers.filter { $0.app == app.id }
        let waiting = try stored.filter { ref in try waits(triggers.filter { $0.entity == ref }, life) }
        let choice = waiting.isEmpty || deletionRandom.happens(0.2) ? stored : waiting
        return deletionRandom.pick(choice).map { (app, $0) }
    }

    /// Whether anything of some triggers is still to be decided or sent.
    private func waits(_ triggers: [TriggerFact], _ life: Life) throws -> Bool {
        guard !triggers.isEmpty else { return false }
        if triggers.contains(where: \.isOpen) { return true }
        let ids = Set(triggers.map(\.id))
        let rows = try life.facts.notifications.filter { ids.contains($0.trigger) }
        if rows.contains(where: \.waits) { return true }
        let notifications = Set(rows.map(\.id))
        return try life.facts.deliveries.contains {
            $0.state == "pending" && notifications.contains($0.id.notification)
        }
    }

    /// Nothing is decided or handed over of what was accepted before its entity was deleted, once that was answered.
    func checkDeleted(_ trigger: TriggerID, _ what: @autoclosure () -> String) {
        guard let resumes = ledger.entityGone[trigger], resumes == ledger.asked[trigger]?.resumes ?? 0 else { return }
        fail("deleted", "\(what()), and the entity of \(trigger) was deleted")
    }
}
