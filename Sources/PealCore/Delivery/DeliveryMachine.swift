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

    /// Sets the policy.
    public init(retry: RetrySchedule, onUnknown: UnknownPolicy, expiresAt: Timestamp) {
        self.retry = retry
        self.onUnknown = onUnknown
        self.expiresAt = expiresAt
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
        /// A definite answer says it is invalid: quarantined, and removed after a grace time.
        case quarantine
    }

    /// The step after an attempt.
    /// - Parameters:
    ///   - outcome: what the provider said.
    ///   - retriesUsed: counted retries before this attempt.
    ///   - resendsUsed: uncounted resends before this attempt; bounded so that no provider can make us spin.
    ///   - lastSeenAt: when the device registered last: an older `gone` is not about this registration.
    ///   - now: the instant the attempt ended.
    ///   - unit: a random number in 0..<1 for the jitter.
    /// - Returns: what follows for the delivery, and for the device's address.
    public func step(
        after outcome: SendOutcome,
        retriesUsed: Int,
        resendsUsed: Int,
        lastSeenAt: Timestamp,
        now: Timestamp,
        unit: Double
    ) -> (next: Next, device: DeviceChange) {
        switch outcome {
        case .accepted:
            return (.end(.accepted, nil), .none)
        case .gone(_, let since):
            if let since, since < lastSeenAt { return (retrying(after: nil, retriesUsed, now, unit), .none) }
            return (.end(.failed, .providerRejected), .quarantine)
        case .rejected(_, let scope):
            return (.end(.failed, .providerRejected), scope == .device ? .quarantine : .none)
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

    private func retrying(after wait: Duration?, _ used: Int, _ now: Timestamp, _ unit: Double) -> Next {
        guard expiresAt > now else { return .end(.expired, .expired) }
        guard let delay = retry.delay(beforeRetry: used + 1, unit: unit) else {
            return .end(.failed, .retriesExhausted)
        }
        let at = now + max(delay, wait ?? .zero)
        return at >= expiresAt ? .end(.expired, .expired) : .retry(at: at, counted: true)
    }
}
