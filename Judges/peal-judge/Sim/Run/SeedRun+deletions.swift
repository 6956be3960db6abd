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
        guard deletesEntities, let process = alive, deletionRandom.happens(likelihood),
            let (app, ref) = try entityToDelete(process)
        else { return }
        try observe()
        let about = try process.facts.triggers.filter { $0.app == app.id && $0.entity == ref }
        let isRelevant = try waits(about, process)
        let resumes = Dictionary(uniqueKeysWithValues: about.map { ($0.id, record.asked[$0.id]?.resumes ?? 0) })
        for trigger in about { record.asked[trigger.id]?.mayBeCancelled = true }
        record.deletedAt["\(app.id)/\(ref)"] = latest
        moved.insert(ref)
        // Its members, and its owner, may have had roles by it.
        touched.formUnion(app.userIDs.map { UserKey(app: app.id, user: $0) })
        let existed = try await delete(ref, of: app.id, process)
        guard alive?.number == process.number, existed else { return }
        note("deleted \(app.id)/\(ref)")
        tally.deletions += 1
        if isRelevant { tally.withdrawals += 1 }
        let cancelled = Set(try process.facts.triggers.filter { $0.cancelledAt != nil }.map(\.id))
        // What was resumed while this went on may have been withdrawn before or after.
        for (id, times) in resumes where (record.asked[id]?.resumes ?? 0) == times {
            record.entityGone[id] = times
            if cancelled.contains(id) { record.asked[id]?.isCancelled = true }
        }
    }

    private func delete(_ ref: EntityRef, of app: AppID, _ process: ProcessRun) async throws -> Bool {
        guard plan.injectedBug == .keepDeleted else { return try await process.engine.entities.delete(ref, app: app) }
        let result = try await process.store.apply([ChangeGroup(app: app, [.deleteEntity(ref)])])
        return result.allSatisfy(\.isApplied)
    }

    /// Zones of organisations never move, because limits are counted by them: those that have one stay.
    private func entityToDelete(_ process: ProcessRun) throws -> (SimWorld.App, EntityRef)? {
        guard let app = deletionRandom.pick(world.apps) else { return nil }
        let stored = try process.facts.entities.filter { $0.app == app.id && app.zones[$0.ref] == nil }.map(\.ref)
        let triggers = try process.facts.triggers.filter { $0.app == app.id }
        let waiting = try stored.filter { ref in try waits(triggers.filter { $0.entity == ref }, process) }
        let choice = waiting.isEmpty || deletionRandom.happens(0.2) ? stored : waiting
        return deletionRandom.pick(choice).map { (app, $0) }
    }

    /// Whether anything of some triggers is still to be decided or sent.
    private func waits(_ triggers: [TriggerFact], _ process: ProcessRun) throws -> Bool {
        guard !triggers.isEmpty else { return false }
        if triggers.contains(where: \.isOpen) { return true }
        let ids = Set(triggers.map(\.id))
        let rows = try process.facts.notifications.filter { ids.contains($0.trigger) }
        if rows.contains(where: \.waits) { return true }
        let notifications = Set(rows.map(\.id))
        return try process.facts.deliveries.contains {
            $0.state == "pending" && notifications.contains($0.id.notification)
        }
    }

    /// Nothing is decided or handed over of what was accepted before its entity was deleted, once that was answered.
    func checkDeleted(_ trigger: TriggerID, _ what: @autoclosure () -> String) {
        guard let resumes = record.entityGone[trigger], resumes == record.asked[trigger]?.resumes ?? 0 else { return }
        fail("deleted", "\(what()), and the entity of \(trigger) was deleted")
    }
}
