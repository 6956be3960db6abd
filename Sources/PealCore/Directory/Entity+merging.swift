extension Entity {
    /// An entity as a patch leaves it.
    /// - Parameters:
    ///   - stored: the entity as it is; `nil` when the patch makes it.
    ///   - patch: what changes.
    ///   - now: the instant it is.
    public init(_ stored: Entity?, merging patch: EntityPatch, at now: Timestamp) {
        var times = stored?.times ?? [:]
        for (name, time) in patch.times ?? [:] { times[name] = time }
        self.init(
            ref: patch.ref,
            parent: patch.parent ?? stored?.parent,
            ownerID: patch.ownerID ?? stored?.ownerID,
            status: patch.status ?? stored?.status,
            timeZone: patch.timeZone ?? stored?.timeZone,
            times: times,
            attributes: (stored?.attributes ?? [:]).merging(patch.attributes ?? [:]),
            updatedAt: now
        )
    }
}
