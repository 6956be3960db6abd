/// What the clocks of a zone show at every instant: a table of changes, and a rule for the time after it.
///
/// Offsets are seconds east of UTC. The rule is the POSIX `TZ` string at the end of a TZif file (RFC 9636 §3.3).
public struct ZoneRules: Hashable, Sendable {
    /// A change of the offset.
    public struct Transition: Hashable, Sendable {
        /// The first second, since 1970 in UTC, at which the offset is in force.
        public let second: Int64
        /// Seconds east of UTC from then on.
        public let offset: Int

        /// Sets a change.
        public init(second: Int64, offset: Int) {
            self.second = second
            self.offset = offset
        }
    }

    /// The offsets RFC 9636 §3.2 allows: a little under 25 hours west to 26 hours east.
    static let offsetRange = -89_999...93_599

    private let initialOffset: Int
    private let transitions: [Transition]
    private let rule: ZoneRule?

    /// Coordinated Universal Time.
    public static let utc = ZoneRules(initialOffset: 0)

    /// Takes a table and a rule.
    /// - Parameters:
    ///   - initialOffset: seconds east of UTC before the first transition.
    ///   - transitions: the changes, in strictly ascending order.
    ///   - posixRule: what holds from the last transition on (always, if there is none), such as
    ///     `CET-1CEST,M3.5.0,M10.5.0/3`; empty for the last offset.
    /// - Throws: `ZoneError` when the order, an offset or the rule is wrong.
    public init(initialOffset: Int, transitions: [Transition] = [], posixRule: String = "") throws(ZoneError) {
        guard ([initialOffset] + transitions.map(\.offset)).allSatisfy(Self.offsetRange.contains) else {
            throw ZoneError(.outOfRange, "an offset is more than a day from UTC")
        }
        guard zip(transitions, transitions.dropFirst()).allSatisfy({ $0.second < $1.second }) else {
            throw ZoneError(.unordered, "transitions must be in strictly ascending order")
        }
        self.initialOffset = initialOffset
        self.transitions = transitions
        if posixRule.isEmpty {
            rule = nil
        } else {
            guard let rule = ZoneRule(posix: posixRule) else {
                throw ZoneError(.badRule, "the rule after the last transition is malformed")
            }
            self.rule = rule
        }
    }

    private init(initialOffset: Int) {
        self.initialOffset = initialOffset
        transitions = []
        rule = nil
    }

    /// Seconds east of UTC at an instant.
    public func offsetSeconds(at instant: Timestamp) -> Int { offset(at: instant.seconds) }

    /// Seconds east of UTC at a second since 1970.
    func offset(at second: Int64) -> Int {
        let past = countOfTransitions(upTo: second)
        if past == transitions.count, let rule { return rule.offset(at: second) }
        return past == 0 ? initialOffset : transitions[past - 1].offset
    }

    /// The first second after another at which the offset may change; `nil` when it never does again.
    func transition(after second: Int64) -> Int64? {
        let past = countOfTransitions(upTo: second)
        return past < transitions.count ? transitions[past].second : rule?.transition(after: second)
    }

    /// How many transitions lie at or before a second (binary search).
    private func countOfTransitions(upTo second: Int64) -> Int {
        var (low, high) = (0, transitions.count)
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle].second <= second { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
