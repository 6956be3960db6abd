import GRDB
public import PealCore
public import PealStore

extension SQLiteStore {
    /// What sender limits would make of a trigger now; nothing is written, and no place is taken (R160).
    public func outlook(
        of trigger: Trigger,
        entities: [EntityPatch],
        claim: TriggerSubmission.Claim?,
        limits: LimitCheck
    ) async throws -> LimitOutlook {
        try await read { db in
            if let claim,
                try db.exists(
                    "SELECT 1 FROM claim WHERE app = ? AND key = ? AND (expires_at IS NULL OR expires_at > ?)",
                    [trigger.app.rawValue, claim.key, trigger.acceptedAt.milliseconds]
                )
            {
                return .room(dueAt: trigger.dueAt, bundledUntil: nil)
            }
            do {
                let places = try LimitPlaces(for: trigger, limits, patches: entities, db)
                return .room(dueAt: places.dueAt, bundledUntil: places.bundleUntil)
            } catch let refused as LimitPlaces.Refused {
                return .refused(refused.refusal)
            }
        }
    }
}
