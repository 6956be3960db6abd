/// The queue of one app and provider: how many pushes may be in flight, how fast, and whether any.
///
/// Pure: the shell asks it before it claims deliveries and tells it what became of each.
public struct DeliveryQueue: Sendable, Equatable {
    /// What an answer means for the tokens of the queue.
    public enum TokenVerdict: Sendable, Equatable {
        /// The breaker is closed: a dead token is removed.
        case accepted
        /// The breaker is open: the token is kept.
        case ignored
        /// The breaker opens; what was declared dead since an instant is to be restored, and devices whose sender was refused.
        case opened(Timestamp, [DeviceID])
        /// The breaker closes.
        case closed
    }

    /// Deliveries that may be in flight.
    public let bound: Int
    /// Deliveries in flight: until their outcomes are on disk.
    public private(set) var inFlight = 0
    /// Those of them that the service has not answered.
    private var unanswered = 0
    /// Since when an operator keeps it from sending.
    public var pausedAt: Timestamp?
    /// Who paused it, where that is known.
    public var pausedBy: String?
    /// Until when the service asked the whole sender to wait.
    private var throttledUntil: Timestamp?
    private var gate: RateGate?
    private var breaker = CircuitBreaker()
    private var tokenBreaker: TokenInvalidationBreaker

    /// How long a whole sender waits that is told to slow down without a time.
    static let defaultThrottle = Duration.seconds(10)

    /// Sets the queue up.
    /// - Parameters:
    ///   - bound: deliveries that may be in flight.
    ///   - perSecond: pushes a second; `nil` is without a bound.
    ///   - now: the instant.
    public init(bound: Int, perSecond: Int?, now: Timestamp) {
        self.bound = max(1, bound)
        gate = perSecond.map { RateGate(perSecond: $0, now: now) }
        tokenBreaker = TokenInvalidationBreaker()
    }

    /// Whether the service fails and ordinary deliveries wait.
    public var isBroken: Bool { breaker.isOpen }

    /// Whether it is bounded more narrowly than usual, since the service failed or is only just back.
    public var isOpening: Bool { breaker.isOpen || breaker.isStartingSlowly }

    /// Since when the token-invalidation breaker is open.
    public var invalidationBreakerOpenSince: Timestamp? { tokenBreaker.alarmedSince }

    /// How many deliveries may be taken now.
    public func room(now: Timestamp) -> QueueCapacity {
        guard pausedAt == nil, silence(now: now) == nil else {
            return QueueCapacity(critical: 0, ordinary: 0)
        }
        var room = QueueCapacity(bound: bound, inFlight: inFlight)
        // Critical ones pass breaker and gate: they fail soon enough to be raised as alerts, and serve as probes.
        switch breaker.admission(now: now) {
        case .closed: room.ordinary = 0
        case .open(let limit?): room.ordinary = min(room.ordinary, max(0, limit - unanswered))
        case .open(nil): break
        }
        if let gate {
            room.ordinary = gate.opensAt(now: now) == nil ? min(room.ordinary, gate.available(now: now)) : 0
        }
        return room
    }

    /// Until when nothing at all is to be sent, as the service asked for.
    private func silence(now: Timestamp) -> Timestamp? { throttledUntil.flatMap { $0 > now ? $0 : nil } }

    /// Whether the service asked to wait.
    public func isThrottled(now: Timestamp) -> Bool { silence(now: now) != nil }

    /// Why its pending deliveries wait; `nil` when only its bound keeps them.
    public func hold(now: Timestamp) -> QueuePause? {
        if let pausedAt {
            return QueuePause(until: nil, pausesCritical: true, cause: .paused(since: pausedAt, by: pausedBy))
        }
        if let end = silence(now: now) { return QueuePause(until: end, pausesCritical: true, cause: .throttled) }
        if let opening = breaker.opening, opening.probeAt > now {
            return QueuePause(until: opening.probeAt, pausesCritical: false, cause: .breakerOpen(opening))
        }
        if let opensAt = gate?.opensAt(now: now) {
            return QueuePause(until: opensAt, pausesCritical: false, cause: .rate)
        }
        return nil
    }

    /// Why its pending deliveries wait, for people: while a probe is due or under way, all others still wait for its answer.
    public func explainedPause(now: Timestamp) -> QueuePause? {
        let hold = hold(now: now)
        guard hold == nil || hold?.cause == .rate, let opening = breaker.opening else { return hold }
        return QueuePause(until: nil, pausesCritical: false, cause: .breakerOpen(opening))
    }

    /// What keeps it from sending because of its push service.
    public var trouble: QueueTrouble { QueueTrouble(breaker: breaker.opening, throttledUntil: throttledUntil) }

    /// Takes over what another process knew of the push service.
    public mutating func adopt(_ trouble: QueueTrouble) {
        breaker = trouble.breaker.map { CircuitBreaker($0) } ?? CircuitBreaker()
        throttledUntil = trouble.throttledUntil
    }

    /// Deliveries were taken.
    public mutating func began(_ count: Int, now: Timestamp) {
        inFlight += count
        unanswered += count
        gate?.take(count, now: now)
    }

    /// An attempt was answered: takes note of what that says of the service.
    /// - Parameters:
    ///   - outcome: how it went.
    ///   - now: when the answer came.
    ///   - unit: a random number in 0..<1.
    /// - Returns: what it changed of the circuit breaker; `nil` where that is nothing to report.
    @discardableResult
    public mutating func note(_ outcome: SendOutcome, now: Timestamp, unit: Double) -> CircuitBreaker.Change? {
        unanswered = max(0, unanswered - 1)
        let observation = CircuitBreaker.Observation(outcome)
        let change = breaker.note(observation, reason: outcome.reason, now: now, unit: unit)
        if case .throttled(_, let wait, .sender) = outcome {
            throttledUntil = max(throttledUntil ?? now, now + (wait ?? Self.defaultThrottle))
        }
        return change
    }

    /// What became of an attempt that was answered is on disk.
    public mutating func ended() { inFlight = max(0, inFlight - 1) }

    /// Records what an attempt or a receipt says about a token.
    /// - Parameters:
    ///   - outcome: what.
    ///   - device: whose token it is; `nil` in a channel.
    ///   - now: when.
    /// - Returns: what it means for the token.
    public mutating func judge(_ outcome: SendOutcome, of device: DeviceID?, now: Timestamp) -> TokenVerdict {
        let isDead: Bool
        var mismatched: DeviceID?
        switch outcome {
        case .accepted: isDead = false
        case .gone: isDead = true
        case .rejected(_, .device): (isDead, mismatched) = (true, device)
        case .rejected, .throttled, .unavailable, .notProcessed, .unknown:
            return tokenBreaker.alarmedSince == nil ? .accepted : .ignored
        }
        switch tokenBreaker.note(isDead: isDead, mismatched: mismatched, now: now) {
        case .normal: return .accepted
        case .alarmed: return .ignored
        case .raised(let since, let mismatched): return .opened(since, mismatched)
        case .cleared: return .closed
        }
    }

    /// Sets the token-invalidation breaker: open as before the process started, or closed by an operator.
    public mutating func setInvalidationBreaker(since: Timestamp?) {
        if let since { tokenBreaker = TokenInvalidationBreaker(alarmedSince: since) } else { tokenBreaker.clear() }
    }
}
