/// What becomes of the leased deliveries of one push that are late and whose decision no longer holds.
public struct LatePlan: Sendable, Equatable {
    /// The devices that are sent to as decided.
    public private(set) var released: Set<DeviceID> = []
    /// What changes of deliveries, in order.
    public private(set) var deliveries: [DeliveryChange] = []
    /// The push's other result, when no device has it or may still get it.
    public private(set) var result: PushChange?

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
        /// Devices that do not get a push that is sent, with the reason.
        public var obstacles: [DeviceID: Reason]
        /// What the last decision was made from.
        public var from: DecisionStamp
        /// What this one was made from.
        public var stamp: DecisionStamp

        /// Joins the parts.
        public init(
            id: NotificationID,
            devices: [DeviceID],
            epoch: Int,
            decision: Decision,
            obstacles: [DeviceID: Reason],
            from: DecisionStamp,
            stamp: DecisionStamp
        ) {
            self.id = id
            self.devices = devices
            self.epoch = epoch
            self.decision = decision
            self.obstacles = obstacles
            self.from = from
            self.stamp = stamp
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
    /// The push's result changes only when no delivery was accepted or is open; the trace grows only with it.
    /// - Parameters:
    ///   - push: the push.
    ///   - facts: the notification with all its deliveries; those that are not leased any more are left alone.
    public init(of push: Push, _ facts: OutcomeFacts.Notification) {
        var facts = facts
        var last: Reason?
        var waits = false
        for device in push.devices.sorted()
        where facts.deliveries[device] == OutcomeFacts.Delivery(state: .sending, epoch: push.epoch) {
            let id = DeliveryID(notification: push.id, device: device)
            let ruling = push.ruling(of: device)
            let event = DeliveryMachine.Event.reevaluated(ruling)
            guard let state = DeliveryMachine.next(.sending, on: event) else { continue }
            facts.deliveries[device]?.state = state
            switch ruling {
            case .go: released.insert(device)
            case .wait(let until):
                waits = true
                deliveries.append(
                    .reevaluate(
                        id,
                        ReevaluatedDelivery(
                            epoch: push.epoch,
                            to: state,
                            reason: push.decision.trace.holdReason,
                            dueAt: until
                        )
                    )
                )
            case .end(let reason):
                last = reason
                deliveries.append(
                    .reevaluate(id, ReevaluatedDelivery(epoch: push.epoch, to: state, reason: reason, dueAt: nil))
                )
            }
        }
        if push.stamp != push.from, waits || !released.isEmpty {
            deliveries.append(.renewStamp(push.id, push.stamp))
        }
        guard let last, facts.deliveries.values.allSatisfy(\.state.isFailure) else { return }
        if last == .permissionDenied || last == .noDevice, facts.raisesAlert(afterEndFor: last) {
            deliveries.append(.raiseAlert(push.id, of: facts.user))
        }
        let event = PushMachine.Event.reevaluated(.suppress(last))
        guard facts.relevance.stopReason == nil, let state = PushMachine.next(.sending, on: event) else { return }
        result = .end(push.id, from: .sending, to: state, last, push.trace(endingFor: last))
    }
}

extension LatePlan.Push {
    /// How the rules came to end the push; of a device that alone does not get it, that it does not.
    fileprivate func trace(endingFor reason: Reason) -> Trace {
        guard decision.push.isSend else { return decision.trace }
        return Trace(decision.trace.steps + [Trace.Step(.device, .stop, reason, .devices(obstacles.count))])
    }
}

extension Trace {
    /// Why the push is held, if it is.
    fileprivate var holdReason: Reason? { steps.last { $0.outcome == .hold }?.reason }
}
