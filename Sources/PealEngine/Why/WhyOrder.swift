import PealCore
import PealStore

/// Finds the pushes that those of an ordered type wait behind (S3.Biz-2).
struct WhyOrder {
    let dependencies: WhyDependencies

    /// The earlier pushes that deliveries of a notification wait behind, by the catalog in force.
    /// - Parameters:
    ///   - reports: the deliveries.
    ///   - record: the decision that they belong to.
    ///   - app: the app.
    /// - Returns: for each delivery that waits behind another one, that one.
    /// - Throws: ``StoreError``.
    func retries(before reports: [DeliveryReport], of record: DecisionRecord, app: AppID) async throws
        -> [DeliveryID: PushNeighbours.Earlier]
    {
        guard reports.contains(where: { $0.state == .pending }),
            let rules = dependencies.catalogs(app, nil).map({ OrderRules($0) }), rules.ordered.contains(record.type)
        else { return [:] }
        let now = dependencies.now()
        let waiting = try await dependencies.store.waiting(of: record.userID, app: app, now: now)
            .filter { $0.id.notification == record.id }
        let neighbours = try await dependencies.store.neighbours(of: waiting, by: rules, app: app)
        return waiting.reduce(into: [:]) { found, delivery in
            found[delivery.id] = neighbours[delivery.id]?
                .retry(before: delivery.notification.type, by: rules, expiresAt: delivery.expiresAt, at: now)
        }
    }
}

extension WhyItem {
    /// Lets the last step, which says that the push was sent, name the push that it waits behind.
    mutating func nameOrder() {
        guard let wait = deliveries.compactMap({ waits[$0.id] }).first(where: { $0.behind != nil }),
            let index = steps.lastIndex(where: { $0.step.stage == .route && $0.step.outcome == .pass })
        else { return }
        steps[index].sentence += " " + wait.detail
    }
}
