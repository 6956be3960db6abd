import PealCore
import PealStore

/// Keeps pushes about one entity in order, for types that ask for it.
struct PushOrder: Sendable {
    let store: any DeliveryStore & ChangeStore
    let catalogs: CatalogRegistry

    /// Leased pushes that have to be compared with others about their entities, by app; most apps have none.
    func concerned(_ claimed: [ClaimedDelivery]) -> [(app: AppID, rules: OrderRules, deliveries: [ClaimedDelivery])] {
        let apps = claimed.reduce(into: Set<AppID>()) { $0.insert($1.app) }
        return apps.sorted().compactMap { app in
            guard let rules = catalogs.order(app), !rules.isEmpty else { return nil }
            let deliveries = claimed.filter { $0.app == app && $0.isConcerned(by: rules) }
            return deliveries.isEmpty ? nil : (app, rules, deliveries)
        }
    }

    /// Lets pushes wait behind others, and ends those that are out of date.
    /// - Parameters:
    ///   - deliveries: leased pushes of an app.
    ///   - rules: what its catalog says.
    ///   - round: their app, and when it is.
    /// - Returns: those that are not sent now.
    /// - Throws: ``StoreError``.
    func keep(_ deliveries: [ClaimedDelivery], _ rules: OrderRules, _ round: LateDecisions.Round) async throws
        -> Set<DeliveryID>
    {
        let neighbours = try await store.neighbours(of: deliveries, by: rules, app: round.app)
        var waits: [ChangeGroup] = []
        var ended: [ClaimedDelivery] = []
        var kept: Set<DeliveryID> = []
        for delivery in deliveries {
            let others = neighbours[delivery.id] ?? PushNeighbours()
            switch others.ruling(
                for: delivery.notification.type,
                by: rules,
                expiresAt: delivery.expiresAt,
                at: round.now
            ) {
            case .go: continue
            case .wait(let until, _):
                let change = ReevaluatedDelivery(epoch: round.epoch, until: until)
                waits.append(ChangeGroup(app: round.app, [.delivery(.reevaluate(delivery.id, change))]))
            case .end: ended.append(delivery)
            }
            kept.insert(delivery.id)
        }
        if !waits.isEmpty { _ = try await store.apply(waits) }
        if !ended.isEmpty { try await end(ended, round) }
        return kept
    }

    /// Ends pushes until what the plans were made from is still true when they are written.
    private func end(_ deliveries: [ClaimedDelivery], _ round: LateDecisions.Round) async throws {
        var open = Dictionary(grouping: deliveries, by: \.id.notification)
        while !open.isEmpty {
            let facts = try await store.outcomeFacts(of: Set(open.keys), devices: [], app: round.app)
            var groups: [(NotificationID, ChangeGroup)] = []
            for (id, deliveries) in open.sorted(by: { $0.key < $1.key }) {
                guard let known = facts.notifications[id], let first = deliveries.first else { continue }
                let push = LatePlan.Push(superseded: first, devices: deliveries.map(\.id.device), epoch: round.epoch)
                let plan = LatePlan(of: push, known, at: round.now)
                guard !plan.deliveries.isEmpty else { continue }
                let guarded = Change.expectOutcome(OutcomeFacts(notifications: [id: known]))
                let changes = plan.deliveries.map(Change.delivery) + plan.pushes.map { .push($0, of: known.user) }
                groups.append((id, ChangeGroup(app: round.app, [guarded] + changes)))
            }
            let results = try await store.apply(groups.map(\.1))
            let failed = Set(zip(groups, results).filter { !$1.isApplied }.map(\.0.0))
            open = open.filter { failed.contains($0.key) }
        }
    }
}

extension ClaimedDelivery {
    /// What was decided just now and not tried yet leaves before anything can have made it out of date.
    fileprivate func isConcerned(by rules: OrderRules) -> Bool {
        guard notification.entity != nil else { return false }
        let isSuperseded = rules.superseding[notification.type] != nil
        if rules.ordered.contains(notification.type), hasEarlier || isSuperseded { return true }
        return (late != nil || spent.retries + spent.resends > 0) && isSuperseded
    }
}

extension LatePlan.Push {
    /// A push that a later notification has made out of date.
    fileprivate init(superseded delivery: ClaimedDelivery, devices: [DeviceID], epoch: Int) {
        self.init(
            id: delivery.id.notification,
            devices: devices,
            epoch: epoch,
            decision: Decision(
                inApp: .show,
                push: .suppress(.superseded),
                priority: delivery.notification.priority,
                isAlert: false,
                trace: Trace([Trace.Step(.route, .stop, .superseded)])
            ),
            obstacles: [:],
            basis: DecisionBasis(stamp: delivery.stamp, policy: delivery.policyVersion)
        )
    }
}
