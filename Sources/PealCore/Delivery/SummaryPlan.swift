/// One push in place of several single ones of a user that waited (R163).
///
/// What was handed to a push service does not count, on any device: the user has it already, or may have it. The summary is
/// one of the pushes, with a text of its own; it takes the deliveries of the others over, and goes to every device that one of
/// them could have reached.
public struct SummaryPlan: Sendable, Equatable {
    /// The notification whose push becomes the summary.
    public let representative: NotificationID
    /// How many notifications it stands for.
    public let count: Int
    /// What changes of deliveries.
    public private(set) var deliveries: [DeliveryChange] = []
    /// What changes of the other pushes, in order.
    public private(set) var pushes: [PushChange] = []

    /// A push that waited, and that the rules would still send.
    public struct Push: Sendable, Equatable {
        /// The notification.
        public var id: NotificationID
        /// The devices whose deliveries the claim has leased.
        public var leased: Set<DeviceID>
        /// The devices that it may still be sent to.
        public var reachable: Set<DeviceID>
        /// Whether it is a summary already.
        public var isSummary: Bool
        /// How many other notifications it stands for.
        public var others: Int

        /// Joins the parts.
        public init(
            id: NotificationID,
            leased: Set<DeviceID> = [],
            reachable: Set<DeviceID> = [],
            isSummary: Bool = false,
            others: Int = 0
        ) {
            self.id = id
            self.leased = leased
            self.reachable = reachable
            self.isSummary = isSummary
            self.others = others
        }

        /// What it adds to the number that the rule limits: a digest is one push, and a summary stays one with what comes.
        var weight: Int { isSummary ? others + 1 : 1 }
    }

    /// Plans it; `nil` when each leaves as itself.
    /// - Parameters:
    ///   - pushes: the pushes of a user that waited.
    ///   - over: more of them than this become a summary.
    ///   - facts: their notifications with all deliveries.
    ///   - epoch: the epoch that has leased some of the deliveries.
    ///   - now: when it is decided.
    public init?(
        of pushes: [Push],
        over: Int,
        _ facts: [NotificationID: OutcomeFacts.Notification],
        epoch: Int,
        now: Timestamp
    ) {
        let waiting = pushes.filter { facts[$0.id]?.waits($0, epoch: epoch, now: now) ?? false }
        guard waiting.count > 1, waiting.reduce(0, { $0 + $1.weight }) > over,
            // What is leased may leave now; the others may have to wait for a retry.
            let first = waiting.filter({ !$0.leased.isEmpty }).max(by: { Self.isWorse($0, $1, facts) })
        else { return nil }
        representative = first.id
        count = waiting.reduce(0) { $0 + $1.others + 1 }
        for push in waiting.sorted(by: { $0.id < $1.id }) {
            let ruling: DeliveryMachine.Reevaluation = push.id == first.id ? .go : .end(.summarised)
            for device in push.leased.sorted() {
                guard let state = DeliveryMachine.next(.sending, on: .reevaluated(ruling)) else { continue }
                let late = ReevaluatedDelivery(
                    epoch: epoch,
                    to: state,
                    reason: push.id == first.id ? nil : .summarised,
                    dueAt: push.id == first.id ? now : nil
                )
                deliveries.append(.reevaluate(DeliveryID(notification: push.id, device: device), late))
            }
            if push.id != first.id { join(push, facts[push.id], at: now) }
        }
        extend(to: waiting.reduce(into: []) { $0.formUnion($1.reachable) }, facts[first.id], at: now)
    }

    /// The one that may be tried longest becomes the summary; of several, the newest, which has the highest identifier.
    private static func isWorse(_ left: Push, _ right: Push, _ facts: [NotificationID: OutcomeFacts.Notification])
        -> Bool
    {
        let (leftEnd, rightEnd) = (facts[left.id]?.relevance.expiresAt, facts[right.id]?.relevance.expiresAt)
        guard let leftEnd, let rightEnd, leftEnd != rightEnd else {
            return left.id < right.id
        }
        return leftEnd < rightEnd
    }

    /// Sends the summary to devices that its own push does not wait for.
    private mutating func extend(to devices: Set<DeviceID>, _ facts: OutcomeFacts.Notification?, at now: Timestamp) {
        for device in devices.sorted() {
            let known = facts?.deliveries[device]
            guard known.map({ DeliveryMachine.next($0.state, on: .extended) != nil }) ?? true else { continue }
            deliveries.append(.extend(DeliveryID(notification: representative, device: device), at: now))
        }
    }

    private mutating func join(_ push: Push, _ facts: OutcomeFacts.Notification?, at now: Timestamp) {
        let waiting = facts?.deliveries.values.count { $0.state == .pending } ?? 0
        if waiting > 0 { pushes.append(.cancelDeliveries(push.id, count: waiting, .summarised)) }
        if push.isSummary { pushes.append(.mergeSummary(push.id, into: representative, at: now)) }
        let trace = Trace([Trace.Step(.digest, .release, .summarised, .notifications(count))])
        pushes.append(.joinSummary(push.id, of: representative, trace))
    }

    /// The notifications that it takes over.
    public var joined: [NotificationID] {
        pushes.compactMap { if case .joinSummary(let id, _, _) = $0 { id } else { nil } }
    }

    /// What is added to the trace of the push that becomes the summary.
    public var trace: Trace { Trace([Trace.Step(.digest, .pass, .summarised, .notifications(count))]) }
}

extension OutcomeFacts.Notification {
    /// Whether a push still waits: it is worth pushing, and no device has it or may have it.
    fileprivate func waits(_ push: SummaryPlan.Push, epoch: Int, now: Timestamp) -> Bool {
        guard relevance.isWorthPushing(at: now) else { return false }
        var isOpen = false
        for (device, delivery) in deliveries {
            guard !delivery.isAnswerLost else { return false }
            switch delivery.state {
            case .pending: isOpen = true
            case .sending where push.leased.contains(device) && delivery.epoch == epoch: isOpen = true
            case .sending, .accepted, .unknown: return false
            case .failed, .expired, .cancelled: break
            }
        }
        return isOpen
    }
}
