public import PealCore

/// Reads the facts that another time of a trigger is planned from.
public protocol MoveStore: Sendable {
    /// A trigger that is to be moved or resumed; `nil` when the app has none by that identifier.
    ///
    /// A claim that expired by `now` has no holder.
    func moveFacts(of trigger: TriggerID, app: AppID, now: Timestamp) async throws -> MoveFacts?

    /// The organisation of an entity, which sender limits count by.
    func organisation(of entity: EntityRef?, app: AppID) async throws -> Organisation

    /// The windows of a sender limit that begin after an instant, as far as any trigger counts in them.
    func quotaUses(of scope: QuotaPlan.Scope, after instant: Timestamp, for trigger: TriggerID, app: AppID)
        async throws -> [QuotaUse]
}
