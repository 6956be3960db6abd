import PealCore

extension Catalog {
    /// Changes that were planned by the schedules of this catalog, with the guard that no newer one plans the entities.
    ///
    /// A publication plans all entities again, after it has noted that it begins. What is written before that is planned
    /// again by it; what comes later fails this guard, and its use case plans it again by the new schedules.
    func guarding(_ changes: [Change]) -> [Change] { changes.isEmpty ? [] : [.expectPlannedAtMost(version)] + changes }
}
