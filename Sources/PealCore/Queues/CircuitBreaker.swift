/// Stops sending to a push service that fails, and finds out with single probes when it is back.
///
/// Pure: the instant and a random number come from outside. What waits behind it uses up no retries.
public struct CircuitBreaker: Sendable, Equatable {
    /// What an attempt says of the service.
    public enum Observation: Sendable, Equatable {
        /// It works: it answered something definite.
        case works
        /// It fails: it had trouble, refused the set-up, or did not answer.
        case fails
        /// It says nothing of the service.
        case silent
    }

    /// What may be sent.
    public enum Admission: Sendable, Equatable {
        /// At most so many at a time; `nil` is without a bound.
        case open(limit: Int?)
        /// Nothing before an instant.
        case closed(until: Timestamp)
    }

    /// What an attempt changed that an operator wants to know.
    public enum Change: Sendable, Equatable {
        /// The first failure after attempts that worked.
        case firstFailure
        /// It opened.
        case opened(OpenBreaker)
        /// It closed; since when it was open.
        case closed(since: Timestamp)
    }

    private enum Phase: Sendable, Equatable {
        case closed
        /// From the instant of the probe on one ordinary push at a time finds out whether the service is back.
        case open(OpenBreaker)
    }

    /// The first wait after it opened; doubled after each failed probe.
    public static let firstWait = Duration.seconds(10)
    /// The longest wait.
    public static let longestWait = Duration.seconds(120)
    private static let window = 20
    private static let least = 10
    /// How long after a first failure another one is no news: a service with a few failures an hour is not reported each time.
    private static let firstFailurePause = Duration.seconds(600)

    private var phase = Phase.closed
    private var recent: UInt32 = 0
    private var seen = 0
    private var failedProbes = 0
    /// Answers since it closed; `nil` once it is past the slow start.
    private var successes: Int?
    private var firstFailureAt: Timestamp?

    /// Starts closed: everything passes.
    public init() {}

    /// Starts open, as it was known before.
    public init(_ opening: OpenBreaker) { phase = .open(opening) }

    /// Whether it holds pushes back.
    public var isOpen: Bool { phase != .closed }

    /// Since when and why it is open; `nil` while it is closed.
    public var opening: OpenBreaker? {
        if case .open(let opening) = phase { opening } else { nil }
    }

    /// Whether it closed not long ago and lets more through with every answer.
    public var isStartingSlowly: Bool { successes != nil }

    /// What may be sent now.
    public func admission(now: Timestamp) -> Admission {
        if let until = opening?.probeAt { return until <= now ? .open(limit: 1) : .closed(until: until) }
        // Slow start: each answer lets two more be under way, so that a service that is back is not overrun.
        return .open(limit: successes.map { 2 + 2 * $0 })
    }

    /// Takes note of an attempt.
    /// - Parameters:
    ///   - observation: what it says.
    ///   - reason: the code of a failure.
    ///   - now: when it ended.
    ///   - unit: a random number in 0..<1 that spreads the probes of many queues.
    /// - Returns: what it changed; `nil` where that is nothing to report.
    @discardableResult
    public mutating func note(_ observation: Observation, reason: String? = nil, now: Timestamp, unit: Double)
        -> Change?
    {
        guard observation != .silent else { return nil }
        switch (phase, observation) {
        case (.closed, .works):
            remember(failed: false)
            if let count = successes { successes = count < 500 ? count + 1 : nil }
            return nil
        case (.closed, _):
            let isFirst = recent == 0 && firstFailureAt.map { now - $0 >= Self.firstFailurePause } ?? true
            remember(failed: true)
            if successes != nil || isFailing { return .opened(open(since: now, reason, now: now, unit: unit)) }
            guard isFirst else { return nil }
            firstFailureAt = now
            return .firstFailure
        case (.open(let opening), .works):
            // An answer to a push that was sent before counts like a probe's.
            self = CircuitBreaker()
            successes = 1
            return .closed(since: opening.since)
        case (.open(let opening), _):
            // Until then failures are no news: of pushes sent before it opened, and of critical ones, which pass it.
            guard opening.probeAt <= now else { return nil }
            failedProbes += 1
            _ = open(since: opening.since, reason ?? opening.reason, now: now, unit: unit)
            return nil
        }
    }

    private var isFailing: Bool {
        let count = min(seen, Self.window)
        let failures = (recent & ((1 << UInt32(Self.window)) - 1)).nonzeroBitCount
        return count >= Self.least && failures * 10 >= count * 7
    }

    private mutating func remember(failed: Bool) {
        recent = recent << 1 | (failed ? 1 : 0)
        seen = min(seen + 1, Self.window)
        recent &= (1 << UInt32(Self.window)) - 1
    }

    private mutating func open(since: Timestamp, _ reason: String?, now: Timestamp, unit: Double) -> OpenBreaker {
        let doubled = Self.firstWait.wholeMilliseconds << Int64(min(failedProbes, 6))
        let most = min(doubled, Self.longestWait.wholeMilliseconds)
        let probeAt = now + .milliseconds(most / 2 + Int64(Double(most / 2) * unit))
        let opening = OpenBreaker(since: since, reason: reason, probeAt: probeAt)
        phase = .open(opening)
        recent = 0
        seen = 0
        successes = nil
        return opening
    }
}

extension CircuitBreaker.Observation {
    /// What an outcome says of the service.
    public init(_ outcome: SendOutcome) {
        switch outcome {
        case .accepted, .gone, .rejected(_, .message), .rejected(_, .size), .rejected(_, .device), .throttled:
            self = .works
        case .unavailable(SendOutcome.goAway, _), .unknown(SendOutcome.goAway): self = .silent
        case .rejected(_, .configuration), .unavailable, .unknown: self = .fails
        case .notProcessed: self = .silent
        }
    }
}
