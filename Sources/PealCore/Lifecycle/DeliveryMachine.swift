/// The life of one delivery: what an outcome leads to.
///
/// Pure; the drawn machine is in `docs/state-machine.md`.
public struct DeliveryMachine: Sendable, Equatable {
    /// When failed sends are tried again.
    public var retry: RetrySchedule
    /// What happens to a send whose answer was lost.
    public var onUnknown: UnknownPolicy
    /// When the notification is no longer worth delivering: expiry beats retry.
    public var expiresAt: Timestamp
    /// Whether waiting for the sender's quota uses up a retry (R143).
    public var countsThrottled: Bool

    /// Sets the policy.
    public init(
        retry: RetrySchedule,
        onUnknown: UnknownPolicy,
        expiresAt: Timestamp,
        countsThrottled: Bool = false
    ) {
        self.retry = retry
        self.onUnknown = onUnknown
        self.expiresAt = expiresAt
        self.countsThrottled = countsThrottled
    }

    /// What happens to a delivery after an attempt.
    public enum Next: Sendable, Equatable {
        /// It ends in a state, for a reason when it failed.
        case end(DeliveryState, Reason?)
        /// It is tried again at an instant; `counted` says whether a retry was used up.
        case retry(at: Timestamp, counted: Bool)
    }

    /// What happens to the device's address.
    public enum DeviceChange: Sendable, Equatable {
        /// Nothing.
        case none
        /// It gets no more pushes until it registers again.
        case quarantine(QuarantineCause)
    }

    /// Why an address is put into quarantine.
    public enum QuarantineCause: Sendable, Equatable {
        /// The push service says it is dead: removed after a grace time (R008).
        case dead
        /// It belongs to another project, topic or key: never removed by itself, since the set-up may be what is wrong.
        case mismatch
    }

    /// The step after an attempt.
    /// - Parameters:
    ///   - outcome: what the provider said.
    ///   - retriesUsed: counted retries before this attempt.
    ///   - resendsUsed: uncounted resends before this attempt; bounded so that no provider can make us spin.
    ///   - lastSeenAt: when the device registered last: an older `gone` is not about this registration.
    ///   - canShrink: whether there is a smaller message to send. It uses up a retry, so that no type is tried more often than
    ///     its catalog allows.
    ///   - now: the instant the attempt ended.
    ///   - unit: a random number in 0..<1 for the jitter.
    /// - Returns: what follows for the delivery, and for the device's address.
    public func step(
        after outcome: SendOutcome,
        retriesUsed: Int,
        resendsUsed: Int,
        lastSeenAt: Timestamp,
        canShrink: Bool = false,
        now: Timestamp,
        unit: Double
    ) -> (next: Next, device: DeviceChange) {
        switch outcome {
        case .accepted:
            return (.end(.accepted, nil), .none)
        case .gone(_, let since):
            if let since, since < lastSeenAt { return (retrying(after: nil, retriesUsed, now, unit), .none) }
            return (.end(.failed, .providerRejected), .quarantine(.dead))
        case .rejected(_, .size) where canShrink && retry.delay(beforeRetry: retriesUsed + 1, unit: unit) != nil:
            return (expiresAt <= now ? .end(.expired, .expired) : .retry(at: now, counted: true), .none)
        case .rejected(_, let scope):
            return (.end(.failed, .providerRejected), scope == .device ? .quarantine(.mismatch) : .none)
        case .throttled(_, let wait?, .sender) where resendsUsed < 8 && !countsThrottled:
            // The sender's quota, not this push: waiting for it uses up no retry unless the catalog says so.
            let at = now + Self.spread(wait, unit)
            return (at >= expiresAt ? .end(.expired, .expired) : .retry(at: at, counted: false), .none)
        case .throttled(_, let wait, _), .unavailable(_, let wait):
            return (retrying(after: wait, retriesUsed, now, unit), .none)
        case .notProcessed:
            guard resendsUsed < 8 else { return (retrying(after: nil, retriesUsed, now, unit), .none) }
            return (expiresAt <= now ? .end(.expired, .expired) : .retry(at: now, counted: false), .none)
        case .unknown:
            guard onUnknown == .resend else { return (.end(.unknown, nil), .none) }
            return (retrying(after: nil, retriesUsed, now, unit), .none)
        }
    }

    /// The step for a delivery that a dead process had leased: sent perhaps, perhaps not.
    ///
    /// It is sent again at once, whatever `onUnknown` says of answers lost to a living process: hand-off is at least
    /// once (promise 3), and the copies carry the same tag. A process that keeps dying does not send for ever.
    public func stepAfterInterruption(resendsUsed: Int, now: Timestamp) -> Next {
        if expiresAt <= now { return .end(.expired, .expired) }
        return resendsUsed < 8 ? .retry(at: now, counted: false) : .end(.unknown, nil)
    }

    /// The step after a receipt contradicted an answer of `accepted`.
    ///
    /// A copy sent again carries the same tag, so a device that did show the first one shows one still.
    public func step(
        afterReceipt outcome: SendOutcome,
        retriesUsed: Int,
        lastSeenAt: Timestamp,
        canShrink: Bool = false,
        now: Timestamp,
        unit: Double
    ) -> (next: Next, device: DeviceChange) {
        step(
            after: outcome,
            retriesUsed: retriesUsed,
            resendsUsed: 8,
            lastSeenAt: lastSeenAt,
            canShrink: canShrink,
            now: now,
            unit: unit
        )
    }

    private func retrying(after wait: Duration?, _ used: Int, _ now: Timestamp, _ unit: Double) -> Next {
        guard expiresAt > now else { return .end(.expired, .expired) }
        guard let delay = retry.delay(beforeRetry: used + 1, unit: unit) else {
            return .end(.failed, .retriesExhausted)
        }
        let at = now + max(delay, wait.map { Self.spread($0, unit) } ?? .zero)
        return at >= expiresAt ? .end(.expired, .expired) : .retry(at: at, counted: true)
    }

    /// Many are told to come back at the same instant: up to a tenth on top spreads them.
    private static func spread(_ wait: Duration, _ unit: Double) -> Duration {
        wait + .milliseconds(Int64(Double(wait.wholeMilliseconds) * 0.1 * unit))
    }
}
