public import PealCore
public import PealStore

extension MemoryStore: MoveStore {
    /// A trigger that is to be moved or resumed.
    public func moveFacts(of trigger: TriggerID, app: AppID, now: Timestamp) async throws -> MoveFacts? {
        read(app) { rows in
            rows.triggers[trigger].map { row in
                MoveFacts(
                    trigger: row.trigger,
                    state: row.state,
                    hasData: !row.sealedData.isEmpty,
                    claim: row.claimKey.map { key in
                        MoveFacts.Claim(
                            key: key.rawValue,
                            heldUntil: row.claimUntil,
                            holder: rows.holder(of: key, at: now)
                        )
                    }
                )
            }
        }
    }

    /// The organisation of an entity.
    public func organisation(of entity: EntityRef?, app: AppID) async throws -> Organisation {
        read(app) { rows in Organisation(of: entity) { rows.facts(of: $0) } }
    }

    /// The windows of a sender limit that begin after an instant.
    public func quotaUses(of scope: QuotaPlan.Scope, after instant: Timestamp, for trigger: TriggerID, app: AppID)
        async throws -> [QuotaUse]
    {
        read(app) { rows in
            rows.uses(of: scope.limit, scope.key, for: trigger).filter { $0.window.lowerBound > instant }
        }
    }
}
