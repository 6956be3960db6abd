import Logging
import PealCore
import PealStore

/// Puts one summary in place of the single pushes of a user who had too many waiting (R163).
///
/// Asked when late pushes are claimed: what left within ``DecisionStamp/grace`` never waited, and costs nothing here.
struct Summaries: Sendable {
    let dependencies: DecisionDependencies
    let store: any DeliveryStore & ChangeStore
    let catalogs: CatalogRegistry
    let decisions: LateDecisions

    /// Pushes that are released so soon belong to the same summary: a release goes on in steps of a second.
    static let releaseTime = Duration.seconds(2)

    /// What became of leased deliveries that are not sent now.
    struct Taken: Sendable {
        /// They are part of a summary, or wait for one.
        var joined: [ClaimedDelivery] = []
        /// Something changed meanwhile: they are decided about again.
        var again: [ClaimedDelivery] = []
    }

    /// Whether a late push may become part of a summary.
    func mayTake(_ delivery: ClaimedDelivery) -> Bool { limit(of: delivery) != nil }

    private func limit(of delivery: ClaimedDelivery) -> Int? {
        guard delivery.late != nil else { return nil }
        return catalogs.inForce(delivery.app)?.type(delivery.notification.type)?.summaryLimit(
            at: delivery.notification.priority
        )
    }

    /// Makes summaries of leased deliveries of an app, and of what else waits for their users.
    func take(_ leased: [ClaimedDelivery], _ round: LateDecisions.Round) async throws -> Taken {
        var taken = Taken()
        let users = Dictionary(grouping: leased, by: \.userID)
        let heldUntil = round.now + Self.releaseTime
        let counts = try await store.waitingCounts(of: Set(users.keys), app: round.app, heldUntil: heldUntil)
        for (user, deliveries) in users.sorted(by: { $0.key < $1.key }) {
            let count = counts[user] ?? WaitingCount()
            guard let over = deliveries.compactMap(limit).min(), count.exceeds(over, with: deliveries) else { continue }
            if count.held > 0 {
                try await wait(deliveries, until: heldUntil, round)
                taken.joined += deliveries
            } else {
                try await summarise(deliveries, of: user, over: over, &taken, round)
            }
        }
        return taken
    }

    /// Lets deliveries wait until other pushes of the user are released.
    private func wait(_ deliveries: [ClaimedDelivery], until instant: Timestamp, _ round: LateDecisions.Round)
        async throws
    {
        _ = try await store.apply(
            deliveries.map { delivery in
                let waits = ReevaluatedDelivery(epoch: round.epoch, until: min(instant, delivery.expiresAt))
                return ChangeGroup(app: round.app, [.delivery(.reevaluate(delivery.id, waits))])
            }
        )
    }

    private func summarise(
        _ leased: [ClaimedDelivery],
        of user: UserID,
        over: Int,
        _ taken: inout Taken,
        _ round: LateDecisions.Round
    ) async throws {
        do {
            let queued = try await store.waiting(of: user, app: round.app, now: round.now).filter(mayTake)
            let decided = try await decisions.decide(leased + queued, round).pushes.filter(\.plan.decision.push.isSend)
            let facts = try await store.outcomeFacts(of: Set(decided.map(\.plan.id)), devices: [], app: round.app)
            let ids = Set(leased.map(\.id))
            var pushes: [SummaryPlan.Push] = []
            for push in decided {
                let items = try await store.items(of: push.plan.id, user: user, app: round.app)
                pushes.append(push.waiting(leased: ids, others: items.count { $0.push.isRepresented }))
            }
            guard
                let plan = SummaryPlan(of: pushes, over: over, facts.notifications, epoch: round.epoch, now: round.now),
                let summary = decided.first(where: { $0.plan.id == plan.representative })
            else { return }
            let joined = Set([plan.representative] + plan.joined)
            let known = OutcomeFacts(notifications: facts.notifications.filter { joined.contains($0.key) })
            let text = try decisions.text(of: summary, count: plan.count)
            let group = ChangeGroup(
                app: round.app,
                [.expectOutcome(known)] + plan.deliveries.map(Change.delivery) + plan.pushes.map { .push($0, of: user) }
                    + [.startSummary(plan.representative, text, at: round.now, plan.trace)]
            )
            let result = try await store.apply([group])
            let part = leased.filter { joined.contains($0.id.notification) }
            if result.allSatisfy(\.isApplied) { taken.joined += part } else { taken.again += part }
        } catch let error as StoreError where error.code == .corrupt {
            // What can be read is sent by itself; a damaged row keeps nothing waiting.
            dependencies.metrics.loopErrors.increment()
            dependencies.logger.error(
                "cannot read what waits for a user",
                metadata: ["app": "\(round.app)", "error": "\(error)"]
            )
        }
    }
}

extension WaitingCount {
    /// Whether a user's pushes may be too many for single ones: those counted and those leased.
    fileprivate func exceeds(_ over: Int, with leased: [ClaimedDelivery]) -> Bool {
        let count = queued + held + Set(leased.map(\.id.notification)).count
        return count > over || count > 1 && (hasSummary || leased.contains(where: \.isSummary))
    }
}

extension LateDecisions.Decided {
    /// The push as a summary may take it.
    fileprivate func waiting(leased: Set<DeliveryID>, others: Int) -> SummaryPlan.Push {
        SummaryPlan.Push(
            id: plan.id,
            leased: Set(ids.filter(leased.contains).map(\.device)),
            reachable: Set(ids.map(\.device)).subtracting(plan.obstacles.keys),
            isSummary: deliveries.contains(where: \.isSummary),
            others: others
        )
    }
}

extension ClaimedDelivery {
    /// Whose it is, in which app.
    var user: PushHistories.UserKey { PushHistories.UserKey(app: app, user: userID) }
}
