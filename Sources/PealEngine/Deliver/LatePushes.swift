import Logging
import PealCore
import PealStore

/// Asks the rules again about leased pushes that are late and whose decision no longer holds (R028, R075, R087).
///
/// A claim compares what a push was decided from with what is stored; nothing is read for those that still agree.
struct LatePushes: Sendable {
    let parts: DecisionParts
    let store: any DeliveryStore & FanOutStore & ChangeStore
    let catalogs: CatalogRegistry
    let writes: OutcomeWriting

    /// What stays the same for all deliveries of a claim.
    private struct Round: Sendable {
        let app: AppID
        let epoch: Int
        let now: Timestamp
    }

    /// Those of leased deliveries that are sent now, in their order; the others wait again or have ended.
    func settle(_ claimed: [ClaimedDelivery], _ epoch: Int, now: Timestamp) async -> [ClaimedDelivery] {
        let late = claimed.filter {
            $0.late != nil && $0.isOutdated(policy: catalogs.inForce($0.app)?.version, at: now)
        }
        guard !late.isEmpty else { return claimed }
        var kept = Set(late.map(\.id))
        for (app, part) in Dictionary(grouping: late, by: \.app).sorted(by: { $0.key < $1.key }) {
            let round = Round(app: app, epoch: epoch, now: now)
            // Ended by shutdown, the leases stay, and the next start treats the pushes as interrupted.
            kept.subtract(await writes.untilWritten { try await settle(part[...], round) } ?? [])
        }
        return claimed.filter { !kept.contains($0.id) }
    }

    /// Where a damaged row is in the way, fewer and fewer are read: it keeps no other waiting.
    private func settle(_ late: ArraySlice<ClaimedDelivery>, _ round: Round) async throws -> Set<DeliveryID> {
        do {
            return try await reconsider(Array(late), round)
        } catch let error as StoreError where error.code == .corrupt {
            guard late.count > 1 else {
                parts.metrics.loopErrors.increment()
                parts.logger.error("cannot read a late push", metadata: ["app": "\(round.app)", "error": "\(error)"])
                try await putOff(Array(late), round)
                return []
            }
            let half = late.count / 2
            let first = try await settle(late.prefix(half), round)
            return first.union(try await settle(late.dropFirst(half), round))
        }
    }

    /// Decides about them until what the plans were made from is still true when they are written.
    private func reconsider(_ late: [ClaimedDelivery], _ round: Round) async throws -> Set<DeliveryID> {
        var released: Set<DeliveryID> = []
        var open = late
        while !open.isEmpty {
            let pushes = try await decide(open, round)
            let facts = try await store.outcomeFacts(of: pushes.flatMap(\.ids), app: round.app)
            open = []
            var groups: [(push: Decided, plan: LatePlan, changes: [Change])] = []
            for push in pushes {
                guard let known = facts.notifications[push.plan.id] else { continue }
                let plan = LatePlan(of: push.plan, known)
                let changes =
                    plan.deliveries.map(Change.delivery) + (plan.result.map { [.push($0, of: known.user)] } ?? [])
                guard !changes.isEmpty else {
                    released.formUnion(push.ids(plan.released))
                    continue
                }
                let guarded = Change.expectOutcome(OutcomeFacts(notifications: [push.plan.id: known]))
                groups.append((push, plan, [guarded] + changes))
            }
            guard !groups.isEmpty else { return released }
            let results = try await store.apply(groups.map { ChangeGroup(app: round.app, $0.changes) })
            for (group, result) in zip(groups, results) {
                if result.isApplied {
                    released.formUnion(group.push.ids(group.plan.released))
                } else {
                    open += group.push.deliveries
                }
            }
        }
        return released
    }

    /// The late deliveries of one push with what the rules say.
    private struct Decided {
        var deliveries: [ClaimedDelivery]
        var plan: LatePlan.Push

        var ids: [DeliveryID] { deliveries.map(\.id) }

        func ids(_ devices: Set<DeviceID>) -> [DeliveryID] { ids.filter { devices.contains($0.device) } }
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
                from: first.stamp,
                stamp: DecisionStamp(
                    DecisionStamp.Versions(facts: user.factsVersion, entity: audience.trigger.entityVersion),
                    // What waits is asked about again when its time has come.
                    validUntil: decision.push.isSend ? decision.validUntil : round.now
                )
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
