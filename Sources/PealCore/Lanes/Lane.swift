/// The queue of one app and provider: how many pushes may be in flight, how fast, and whether any.
///
/// Pure: the shell asks it before it claims deliveries and tells it what became of each.
public struct Lane: Sendable, Equatable {
    /// What an answer means for the tokens of the queue.
    public enum Trust: Sendable, Equatable {
        /// The breaker is closed: a dead token is removed.
        case believed
        /// The breaker is open: the token is kept.
        case doubted
        /// The breaker opens; what was declared dead since an instant is to be restored.
        case doubtedFrom(Timestamp)
        /// The breaker closes.
        case believedAgain
    }

    /// Deliveries that may be in flight.
    public let bound: Int
    /// Deliveries in flight.
    public private(set) var inFlight = 0
    /// Since when an operator keeps it from sending.
    public var pausedAt: Timestamp?
    /// Until when the service asked the whole sender to wait.
    public private(set) var throttledUntil: Timestamp?
    private var gate: RateGate?
    private var breaker = LaneBreaker()
    private var watch: InvalidityWatch

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
        watch = InvalidityWatch()
    }

    /// Whether the service fails and ordinary deliveries wait.
    public var isBroken: Bool { breaker.isOpen }

    /// Whether it is bounded more narrowly than usual, since the service failed or is only just back.
    public var isOpening: Bool { breaker.isOpen || breaker.isStartingSlowly }

    /// Since when the token-invalidation breaker is open.
    public var doubtedSince: Timestamp? { watch.alarmedSince }

    /// How many deliveries may be taken now.
    public mutating func room(now: Timestamp) -> LaneRoom {
        guard pausedAt == nil, throttledUntil.map({ $0 <= now }) ?? true else {
            return LaneRoom(critical: 0, ordinary: 0)
        }
        var room = LaneRoom(bound: bound, inFlight: inFlight)
        // Critical ones pass breaker and gate: they fail soon enough to be raised as alerts, and serve as probes.
        switch breaker.admission(now: now) {
        case .closed: room.ordinary = 0
        case .open(let limit?): room.ordinary = min(room.ordinary, max(0, limit - inFlight))
        case .open(nil): break
        }
        if let gate {
            room.ordinary = gate.opensAt(now: now) == nil ? min(room.ordinary, gate.available(now: now)) : 0
        }
        return room
    }

    /// Why its pending deliveries wait; `nil` when only its bound keeps them.
    public mutating func hold(now: Timestamp) -> LaneHold? {
        if pausedAt != nil { return LaneHold(until: nil, holdsCritical: true) }
        if let throttledUntil, throttledUntil > now { return LaneHold(until: throttledUntil, holdsCritical: true) }
        if case .closed(let until) = breaker.admission(now: now) { return LaneHold(until: until, holdsCritical: false) }
        if let opensAt = gate?.opensAt(now: now) { return LaneHold(until: opensAt, holdsCritical: false) }
        return nil
    }

    /// Deliveries were taken.
    public mutating func began(_ count: Int, now: Timestamp) {
        inFlight += count
        gate?.take(count, now: now)
    }

    /// An attempt ended.
    /// - Parameters:
    ///   - outcome: how.
    ///   - now: when.
    ///   - unit: a random number in 0..<1.
    public mutating func ended(_ outcome: SendOutcome, now: Timestamp, unit: Double) {
        inFlight = max(0, inFlight - 1)
        breaker.note(LaneBreaker.Signal(outcome), now: now, unit: unit)
        if case .throttled(_, let wait, .sender) = outcome {
            throttledUntil = max(throttledUntil ?? now, now + (wait ?? Self.defaultThrottle))
        }
    }

    /// Records what an attempt or a receipt says about a token.
    /// - Parameters:
    ///   - outcome: what.
    ///   - now: when.
    /// - Returns: what it means for the token.
    public mutating func judge(_ outcome: SendOutcome, now: Timestamp) -> Trust {
        let isDead: Bool
        switch outcome {
        case .accepted: isDead = false
        case .gone: isDead = true
        case .rejected, .throttled, .unavailable, .notProcessed, .unknown:
            return watch.alarmedSince == nil ? .believed : .doubted
        }
        switch watch.note(isDead: isDead, now: now) {
        case .normal: return .believed
        case .alarmed: return .doubted
        case .raised(let since): return .doubtedFrom(since)
        case .cleared: return .believedAgain
        }
    }

    /// Sets the token-invalidation breaker: open as before the process started, or closed by an operator.
    public mutating func setDoubted(since: Timestamp?) {
        if let since { watch = InvalidityWatch(alarmedSince: since) } else { watch.clear() }
    }
}
