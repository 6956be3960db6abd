/// What the outcome of an attempt means for the delivery, the device, its receipt and the inbox row.
public struct OutcomePlan: Sendable, Equatable {
    /// What changes, in order; nothing when the lease is not held any more.
    public private(set) var changes: [DeliveryChange] = []

    /// Plans without facts what most attempts come to: an end that concerns nothing but the delivery, or a retry of a push
    /// that is presumed not to be stopped, which the guard of its change checks.
    /// - Parameter result: the result; `nil` comes back when facts are needed.
    public init?(presuming result: DeliveryResult) {
        guard !result.needsFacts, let end = AttemptEnd(of: result, result.next) else { return nil }
        changes = [.record(end)] + Self.receipt(of: result)
    }

    /// Plans from facts.
    /// - Parameters:
    ///   - result: the result.
    ///   - facts: what is known; changed to what is true when the changes are made.
    public init(of result: DeliveryResult, _ facts: inout OutcomeFacts) {
        if result.epoch == nil { changes = [.forgetReceipt(result.id)] }
        guard var notification = facts.notifications[result.id.notification],
            let delivery = notification.deliveries[result.id.device], result.isLeased(delivery),
            let end = AttemptEnd(of: result, result.next(after: notification.relevance))
        else { return }
        changes.append(.record(end))
        notification.deliveries[result.id.device]?.state = end.to
        if case .quarantine(let cause) = result.device,
            let change = facts.devices[result.id.device]?.quarantine(
                result.id.device,
                for: cause,
                at: result.attempt.at
            )
        {
            changes.append(change)
            facts.devices[result.id.device]?.state = .quarantined
        }
        changes += Self.receipt(of: result)
        if notification.raisesAlert(afterEndFor: end.reason) {
            changes.append(.raiseAlert(result.id.notification, of: notification.user))
            notification.hadAlert = true
        }
        facts.notifications[result.id.notification] = notification
    }

    private static func receipt(of result: DeliveryResult) -> [DeliveryChange] {
        result.receipt.map { [.planReceipt(result.id, $0)] } ?? []
    }
}

extension DeliveryResult {
    /// Whether more has to be known than that the lease is held.
    public var needsFacts: Bool {
        if device != .none || epoch == nil { return true }
        guard case .end(let state, _) = next else { return false }
        return alertsOnFailure && state.isFailure
    }

    /// Whether the delivery is as the result expects it.
    func isLeased(_ delivery: OutcomeFacts.Delivery) -> Bool {
        guard let epoch else { return delivery.state == .accepted }
        return delivery.state == .sending && delivery.epoch == epoch
    }

    /// What follows, when the push may not be worth another try.
    ///
    /// What was accepted is not marked when the user reads it, because there was nothing to stop: so after a receipt all
    /// facts count (R165). Otherwise a push that was read is stopped already.
    func next(after relevance: PushRelevance) -> DeliveryMachine.Next {
        next.unless(epoch == nil ? relevance.obstacle(at: attempt.at) : relevance.stopReason)
    }
}
