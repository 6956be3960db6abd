/// What becomes of a push whose notification its user has dealt with on another device (R165).
public struct ResolvedElsewhere: Sendable, Equatable {
    /// Whether a push was stopped that had not left.
    public private(set) var isWithdrawn = false
    /// What changes, in order.
    public private(set) var changes: [PushChange] = []

    /// Plans it.
    /// - Parameters:
    ///   - recipient: the push as it is.
    ///   - now: when other items of a digest wait again.
    public init(of recipient: RecipientPush, now: Timestamp) {
        let own = recipient.own
        let step: Trace.Step
        switch own.state {
        case .held: step = .resolvedElsewhere(holdStage: own.holdStage)
        case .sending: step = .resolvedElsewhere(holdStage: nil)
        case .stopped, .digested, .represented, .suppressed: return
        }
        let waits = own.state == .held || own.deliveries.contains { $0.state == .pending }
        // One in flight is not retried.
        guard waits || own.deliveries.contains(where: { $0.state == .sending }) else { return }
        isWithdrawn = waits
        changes = own.ending(on: PushMachine.Event.resolved, Trace([step]))
        guard case .end(_, _, to: .suppressed, _, _)? = changes.last, own.isRepresentative else { return }
        // The other items of its digest are pushed without it.
        changes += recipient.returningItems(of: own.id, at: now)
    }
}
