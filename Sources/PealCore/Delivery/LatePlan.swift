/// What becomes of the leased deliveries of one push that are late and whose decision no longer holds.
public struct LatePlan: Sendable, Equatable {
    /// What changes of deliveries, in order.
    public private(set) var deliveries: [DeliveryChange] = []
    /// The push's other result, when no device has it or may still get it; the parts of a summary are sent by themselves
    /// again.
    public private(set) var pushes: [PushChange] = []

    /// A push with its leased deliveries, and what the rules say of it now.
    public struct Push: Sendable, Equatable {
        /// The notification.
        public var id: NotificationID
        /// The devices whose deliveries are leased.
        public var devices: [DeviceID]
        /// The epoch that holds the leases.
        public var epoch: Int
        /// What the rules say now.
        public var decision: Decision
        /// Devices of the user that do not get a push that is sent, with the reason.
        public var obstacles: [DeviceID: Reason]
        /// What this decision was made from.
        public var basis: DecisionBasis

        /// Joins the parts.
        public init(
            id: NotificationID,
            devices: [DeviceID],
            epoch: Int,
            decision: Decision,
            obstacles: [DeviceID: Reason],
            basis: DecisionBasis
        ) {
            self.id = id
            self.devices = devices
            self.epoch = epoch
            self.decision = decision
            self.obstacles = obstacles
            self.basis = basis
        }

        /// What the rules say about one delivery.
        public func ruling(of device: DeviceID) -> DeliveryMachine.Reevaluation {
            switch decision.push {
            case .send: obstacles[device].map { .end($0) } ?? .go
            case .hold(let until), .digest(let until): .wait(until: until)
            case .suppress(let reason): .end(reason)
            }
        }
    }

    /// Plans it.
    ///
    /// What is still to be sent returns to its queue with what it was decided from: nothing that happens while it is decided
    /// about comes between its claim and its hand-over. The push's result changes only when no delivery was accepted or is
    /// open; the trace grows only with it.
    /// - Parameters:
    ///   - push: the push.
    ///   - facts: the notification with all its deliveries; those that are leased by others are left alone.
    ///   - parts: what a summary stands for.
    ///   - now: when it was decided about.
    public init(of push: Push, _ facts: OutcomeFacts.Notification, parts: [DigestItem] = [], at now: Timestamp) {
        var facts = facts
        var last: Reason?
        for device in push.devices.sorted() {
            // A push that was stopped while it was decided about is not sent.
            let ruling = facts.relevance.stopReason.map(DeliveryMachine.Reevaluation.end) ?? push.ruling(of: device)
            guard let known = facts.deliveries[device], known.state == .sending, known.epoch == push.epoch,
                let state = DeliveryMachine.next(.sending, on: .reevaluated(ruling))
            else { continue }
            facts.deliveries[device]?.state = state
            var late = ReevaluatedDelivery(epoch: push.epoch, to: state, reason: nil, dueAt: nil)
            switch ruling {
            case .go:
                late.dueAt = now
                late.basis = push.basis
            case .wait(let until, _):
                late.dueAt = until
                late.basis = push.basis
                late.reason = push.decision.trace.holdReason
            case .end(let reason):
                late.reason = reason
                last = reason
            }
            deliveries.append(.reevaluate(DeliveryID(notification: push.id, device: device), late))
        }
        guard let last, facts.deliveries.values.allSatisfy(\.state.isFailure) else { return }
        if last == .permissionDenied || last == .noDevice, facts.raisesAlert(afterEndFor: last) {
            deliveries.append(.raiseAlert(push.id, of: facts.user))
        }
        let event = PushMachine.Event.reevaluated(.suppress(last))
        guard facts.relevance.stopReason == nil, let state = PushMachine.next(.sending, on: event) else { return }
        pushes = [.end(push.id, from: .sending, to: state, last, push.trace(endingFor: last, facts))]
        pushes += parts.compactMap { $0.returning(at: now) }
    }
}

extension LatePlan.Push {
    /// How the rules came to end the push; of a device that alone does not get it, that it does not.
    fileprivate func trace(endingFor reason: Reason, _ facts: OutcomeFacts.Notification) -> Trace {
        guard decision.push.isSend else { return decision.trace }
        let count = obstacles.keys.count { facts.deliveries[$0] != nil }
        return Trace(decision.trace.steps + [Trace.Step(.device, .stop, reason, .devices(count))])
    }
}

extension Trace {
    /// Why the push is held, if it is.
    fileprivate var holdReason: Reason? { steps.last { $0.outcome == .hold }?.reason }
}
