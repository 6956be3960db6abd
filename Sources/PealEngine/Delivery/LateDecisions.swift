import PealCore
import PealStore

/// Asks the rules again about pushes that were decided to be sent and still wait.
struct LateDecisions: Sendable {
    private let dependencies: DecisionDependencies
    private let store: any FanOutStore
    private let catalogs: CatalogRegistry

    init(dependencies: DecisionDependencies, store: any FanOutStore, catalogs: CatalogRegistry) {
        self.dependencies = dependencies
        self.store = store
        self.catalogs = catalogs
    }

    /// What stays the same for all deliveries that are decided about together.
    struct Round: Sendable {
        let app: AppID
        let epoch: Int
        let now: Timestamp
    }

    /// The deliveries of one push with what the rules say.
    struct Decided: Sendable {
        var deliveries: [ClaimedDelivery]
        var trigger: WaitingTrigger
        var user: RecipientSnapshot
        var plan: LatePlan.Push

        var ids: [DeliveryID] { deliveries.map(\.id) }
    }

    /// Decides about deliveries of an app, push by push.
    ///
    /// Users are read before audiences: who leaves in between has another version than the new stamp says.
    /// - Parameters:
    ///   - late: the deliveries.
    ///   - round: their app, and when it is.
    /// - Returns: the pushes, and deliveries whose trigger cannot be read now.
    /// - Throws: ``StoreError``.
    func decide(_ late: [ClaimedDelivery], _ round: Round) async throws -> (
        pushes: [Decided], unreadable: [ClaimedDelivery]
    ) {
        let catalog = catalogs.inForce(round.app)
        let ownedTypes = late.reduce(into: Set<EntityTypeID>()) { types, delivery in
            types.formUnion(catalog?.type(delivery.notification.type)?.ownedTypes ?? [])
        }
        let users = try await store.snapshots(of: Set(late.map(\.userID)), app: round.app, ownedTypes: ownedTypes)
        var named: [TriggerID: Set<UserID>] = [:]
        for delivery in late {
            if let late = delivery.late { named[late.trigger, default: []].insert(delivery.userID) }
        }
        let audiences = try await store.audiences(of: named, app: round.app)
        var triggers = OpenedTriggers(dependencies)
        var decided: [Decided] = []
        var unreadable: [ClaimedDelivery] = []
        for deliveries in Dictionary(grouping: late, by: \.id.notification).sorted(by: { $0.key < $1.key }).map(\.value)
        {
            guard let first = deliveries.first, let audience = first.late.flatMap({ audiences[$0.trigger] }),
                let user = users[first.userID]
            else { continue }
            guard let trigger = triggers.open(audience.trigger) else {
                unreadable += deliveries
                continue
            }
            decided.append(decide(deliveries, first, audience, trigger, user, round))
        }
        triggers.report()
        return (decided, unreadable)
    }

    private func decide(
        _ deliveries: [ClaimedDelivery],
        _ first: ClaimedDelivery,
        _ audience: CurrentAudience,
        _ trigger: WaitingTrigger,
        _ user: RecipientSnapshot,
        _ round: Round
    ) -> Decided {
        let decision = dependencies.decider.reconsider(
            first,
            of: trigger,
            user,
            audienceStatus: audience.status(
                of: first.userID,
                since: Self.stamp(namingEntityIn: deliveries) ?? first.stamp
            ),
            now: round.now
        )
        var obstacles: [DeviceID: Reason] = [:]
        for device in deliveries.map(\.id.device) {
            obstacles[device] = trigger.rules.decider.obstacle(
                of: device,
                after: decision,
                user,
                isSummary: first.isSummary
            )
        }
        return Decided(
            deliveries: deliveries,
            trigger: trigger,
            user: user,
            plan: LatePlan.Push(
                id: first.id.notification,
                devices: deliveries.map(\.id.device),
                epoch: round.epoch,
                decision: decision,
                obstacles: obstacles,
                basis: DecisionBasis(
                    stamp: DecisionStamp(
                        DecisionStamp.Versions(facts: user.factsVersion, entity: audience.trigger.entityVersion),
                        // What waits is asked about again when its time has come.
                        validUntil: decision.push.isSend ? decision.validUntil : round.now
                    ),
                    policy: trigger.rules.policy.version
                )
            )
        )
    }

    /// The stamp of a delivery that was decided about while the entity was stored: its deletion stops the push.
    private static func stamp(namingEntityIn deliveries: [ClaimedDelivery]) -> DecisionStamp? {
        deliveries.lazy.map(\.stamp).first { $0.versions.entity != nil }
    }

    /// What a summary says, sealed.
    func text(of summary: Decided, count: Int) throws -> [UInt8] {
        let text = dependencies.decider.text(
            of: summary.trigger,
            windowKey: DigestWindowKey.summary,
            count: count,
            for: summary.user
        )
        return try dependencies.encryption.seal(summary: text, of: summary.plan.id, app: summary.trigger.trigger.app)
    }
}
