import PealCore

extension TriggerSubmission {
    static let noon = Timestamp(seconds: 12 * 3600)

    /// A submission for a team of an organisation; the number makes the identifier.
    static func fixture(
        _ number: UInt64,
        claim: Claim? = nil,
        limits: [SenderLimit] = [],
        entity: EntityRef? = nil,
        entities: [EntityPatch] = [],
        at now: Timestamp = noon
    ) -> TriggerSubmission {
        var trigger = Trigger(
            id: id(number),
            app: "shop",
            type: "sale",
            audience: .all,
            data: [:],
            dueAt: now,
            acceptedAt: now,
            catalogVersion: 1
        )
        trigger.entity = entity
        return TriggerSubmission(
            trigger: trigger,
            sealedData: [],
            entities: entities,
            claim: claim,
            limits: limits.isEmpty ? nil : LimitCheck(limits: limits, appZone: .utc) { _ in nil }
        )
    }

    static func id(_ number: UInt64) -> TriggerID { TriggerID(UUIDv7(milliseconds: number, random: (0, 0))) }

    static func limit(_ onExceed: SenderLimit.Excess, max: Int = 1) -> SenderLimit {
        SenderLimit(id: "l", types: ["sale"], scope: .org, max: max, per: .day, zone: .app, onExceed: onExceed)
    }
}
