import PealCore

/// Makes triggers that no backend sent, through the same check as intake.
struct OwnTriggers: Sendable {
    let encryption: PayloadEncryption
    let ids: IDGenerator
    let zones: @Sendable (String) -> Zone?

    /// Checks a draft, and seals it.
    /// - Parameters:
    ///   - draft: the trigger.
    ///   - type: its type.
    ///   - entity: what it is about.
    ///   - catalog: the catalog in force.
    ///   - dueAt: when it was due, where its life counts from then; users who join may become recipients until its end.
    ///   - now: the instant.
    /// - Returns: what is to be stored.
    /// - Throws: ``IntakeProblem`` when the type does not permit it.
    func submission(
        of draft: TriggerDraft,
        _ type: NotificationType,
        about entity: Entity,
        _ catalog: Catalog,
        dueAt: Timestamp? = nil,
        now: Timestamp
    ) throws(IntakeProblem) -> TriggerSubmission {
        var check = DraftCheck(catalog: catalog, draft: draft, storedParent: entity.parent)
        var (trigger, claim) = try check.run(id: ids.make(), now: now)
        if let dueAt {
            trigger.dueAt = dueAt
            trigger.openUntil = dueAt + type.ttl
        }
        return TriggerSubmission(
            trigger: trigger,
            sealedData: try encryption.sealing(trigger),
            entities: [],
            claim: claim,
            limits: LimitCheck(of: type.id, in: catalog, zones: zones),
            urgency: type.priority.urgency()
        )
    }
}
