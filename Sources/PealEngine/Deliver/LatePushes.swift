import Logging
import PealCore
import PealStore
import Synchronization

/// Asks the rules again about leased pushes that are late and whose decision no longer holds (R028, R075, R087).
///
/// A claim compares what a push was decided from with what is stored; nothing is read for those that still agree. The others
/// are set aside: they hold up no push of the same claim, and what is still to be sent of them is claimed again.
final class LatePushes: Sendable {
    private let parts: DecisionParts
    private let store: any DeliveryStore & FanOutStore & ChangeStore
    private let catalogs: CatalogRegistry
    private let writes: OutcomeWriting
    private let setAside = Mutex<[ClaimedDelivery]>([])

    init(
        parts: DecisionParts,
        store: any DeliveryStore & FanOutStore & ChangeStore,
        catalogs: CatalogRegistry,
        writes: OutcomeWriting
    ) {
        self.parts = parts
        self.store = store
        self.catalogs = catalogs
        self.writes = writes
    }

    /// What stays the same for all deliveries that are settled together.
    private struct Round: Sendable {
        let app: AppID
        let epoch: Int
        let now: Timestamp
    }

    /// Those of leased deliveries that are sent as decided; the others are set aside until ``settle(_:now:)``.
    func sift(_ claimed: [ClaimedDelivery], now: Timestamp) -> [ClaimedDelivery] {
        let late = claimed.filter {
            $0.late != nil && $0.isOutdated(policy: catalogs.inForce($0.app)?.version, at: now)
        }
        guard !late.isEmpty else { return claimed }
        setAside.withLock { $0 += late }
        let ids = Set(late.map(\.id))
        return claimed.filter { !ids.contains($0.id) }
    }

    /// Decides again about those that are set aside: each returns to its queue, waits, or has ended.
    func settle(_ epoch: Int, now: Timestamp) async {
        let late = setAside.withLock { late in
            defer { late = [] }
            return late
        }
        for (app, part) in Dictionary(grouping: late, by: \.app).sorted(by: { $0.key < $1.key }) {
            let round = Round(app: app, epoch: epoch, now: now)
            // Ended by shutdown, the leases stay, and the next start treats the pushes as interrupted.
            _ = await writes.untilWritten { try await settle(part[...], round) }
        }
    }

    /// Where a damaged row is in the way, fewer and fewer are read: it keeps no other waiting.
    private func settle(_ late: ArraySlice<ClaimedDelivery>, _ round: Round) async throws {
        do {
            try await reconsider(Array(late), round)
        } catch let error as StoreError where error.code == .corrupt {
            guard late.count > 1 else {
                parts.metrics.loopErrors.increment()
                parts.logger.error("cannot read a late push", metadata: ["app": "\(round.app)", "error": "\(error)"])
                return try await putOff(Array(late), round)
            }
            let half = late.count / 2
            try await settle(late.prefix(half), round)
            try await settle(late.dropFirst(half), round)
        }
    }

    /// Decides about them until what the plans were made from is still true when they are written.
    private func reconsider(_ late: [ClaimedDelivery], _ round: Round) async throws {
        var open = late
        while !open.isEmpty {
            let pushes = try await decide(open, round)
            let facts = try await store.outcomeFacts(of: pushes.flatMap(\.ids), app: round.app)
            open = []
            var groups: [(push: Decided, changes: [Change])] = []
            for push in pushes {
                guard let known = facts.notifications[push.plan.id] else { continue }
                let plan = LatePlan(of: push.plan, known, at: round.now)
                guard !plan.deliveries.isEmpty else { continue }
                let guarded = Change.expectOutcome(OutcomeFacts(notifications: [push.plan.id: known]))
                let result = plan.result.map { [Change.push($0, of: known.user)] } ?? []
                groups.append((push, [guarded] + plan.deliveries.map(Change.delivery) + result))
            }
            guard !groups.isEmpty else { return }
            let results = try await store.apply(groups.map { ChangeGroup(app: round.app, $0.changes) })
            for (group, result) in zip(groups, results) where !result.isApplied { open += group.push.deliveries }
        }
    }

    /// The late deliveries of one push with what the rules say.
    private struct Decided {
        var deliveries: [ClaimedDelivery]
        var plan: LatePlan.Push

        var ids: [DeliveryID] { deliveries.map(\.id) }
    }

    /// Users are read before audiences: who leaves in between has another version than the new stamp says.
    private func decide(_ late: [ClaimedDelivery], _ round: Round) async throws -> [Decided] {
        let catalog = catalogs.inForce(round.app)
        let ownedTypes = late.reduce(into: Set<EntityTypeID>()) { types, delivery in
            types.formUnion(catalog?.type(delivery.type)?.ownedTypes ?? [])
        }
        let users = try await store.snapshots(of: Set(late.map(\.userID)), app: round.app, ownedTypes: ownedTypes)
        var named: [TriggerID: Set<UserID>] = [:]
        for delivery in late {
            if let late = delivery.late { named[late.trigger, default: []].insert(delivery.userID) }
        }
        let audiences = try await store.audiences(of: named, app: round.app)
        var triggers = OpenedTriggers(parts)
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
        try await putOff(unreadable, round)
        return decided
    }

    private func decide(
        _ deliveries: [ClaimedDelivery],
        _ first: ClaimedDelivery,
        _ audience: CurrentAudience,
        _ trigger: WaitingTrigger,
        _ user: RecipientSnapshot,
        _ round: Round
    ) -> Decided {
        let decision = parts.decider.reconsider(
            first,
            of: trigger,
            user,
            standing: audience.standing(of: first.userID, since: first.stamp),
            now: round.now
        )
        var obstacles: [DeviceID: Reason] = [:]
        for device in deliveries.map(\.id.device) {
            obstacles[device] = trigger.decider.obstacle(of: device, after: decision, user)
        }
        return Decided(
            deliveries: deliveries,
            plan: LatePlan.Push(
                id: first.id.notification,
                devices: deliveries.map(\.id.device),
                epoch: round.epoch,
                decision: decision,
                obstacles: obstacles,
                stamp: DecisionStamp(
                    DecisionStamp.Versions(facts: user.factsVersion, entity: audience.trigger.entityVersion),
                    // What waits is asked about again when its time has come.
                    validUntil: decision.push.isSend ? decision.validUntil : round.now
                ),
                policy: trigger.rules.policy.version
            )
        )
    }

    /// Lets wait a little what cannot be read now, and until its expiry at most; the operator may mend catalog or key.
    private func putOff(_ late: [ClaimedDelivery], _ round: Round) async throws {
        guard !late.isEmpty else { return }
        let later = round.now + FanOut.mendingTime
        _ = try await store.apply(
            late.map { delivery in
                let waits = ReevaluatedDelivery(epoch: round.epoch, until: min(later, delivery.expiresAt))
                return ChangeGroup(app: round.app, [.delivery(.reevaluate(delivery.id, waits))])
            }
        )
    }
}
