/// The time that a server goes by while its clock may be wrong (ADR 0059).
///
/// A clock that moved by no more than ``tolerance`` against the time that passed is right, and followed. A larger gap is in
/// question: a weekend off, a restored backup and a wrong clock look alike. Until the question ends, time goes on from the last
/// trusted instant as fast as it passes. So nothing is due or too old before its time, whatever the clock shows, and what is
/// accepted meanwhile is neither older nor much later than what is stored.
///
/// It knows no clock: callers say what the system's clock shows, and for how long the process has run.
public struct ClockState: Sendable, Equatable {
    /// By how much the clock may move against the time that passed: corrections by time servers are smaller.
    public static let tolerance = Duration.seconds(3_600)
    /// How far a witness's time may be from the clock's to agree with it.
    public static let agreement = Duration.seconds(300)
    /// How often a server stores the instant it is at.
    public static let noteInterval = Duration.seconds(30)
    /// What a clock may show: not before the first version of Peal.
    public static let plausible = Timestamp(seconds: 1_767_225_600)...Timestamp(seconds: 4_102_444_800)

    /// What the clock shows, and what the time that passed says instead.
    public struct Question: Sendable, Equatable {
        /// What the system's clock shows.
        public var system: Timestamp
        /// The last trusted instant, and the time that passed since.
        public var trusted: Timestamp
        /// What a witness said that did not agree with the clock, and the time that passed since; `nil` when none was found.
        public var witness: Timestamp?

        /// Joins the parts.
        public init(system: Timestamp, trusted: Timestamp, witness: Timestamp? = nil) {
            self.system = system
            self.trusted = trusted
            self.witness = witness
        }

        /// Whether the clock is later than it should be.
        public var isAhead: Bool { system > trusted }

        /// By how much the clock is off; not negative.
        public var gap: Duration { isAhead ? system - trusted : trusted - system }
    }

    private var anchor: Timestamp
    private var anchoredAt: Duration
    private var witness: Witness?
    /// What is in question since the last reading; `nil` while the clock is trusted.
    public private(set) var question: Question?

    /// Starts with what an earlier process stored.
    /// - Parameters:
    ///   - latest: the last trusted instant that is stored; `nil` trusts any plausible clock.
    ///   - system: what the system's clock shows.
    ///   - uptime: for how long the process has run.
    public init(after latest: Timestamp?, system: Timestamp, uptime: Duration) {
        let range = Self.plausible
        anchor = latest ?? min(max(system, range.lowerBound), range.upperBound)
        // What was stored last may be that much older than what was accepted last.
        if system < anchor - Self.tolerance, latest != nil { anchor = anchor + Self.noteInterval }
        anchoredAt = uptime
        _ = read(system: system, uptime: uptime)
    }

    /// The instant it is.
    /// - Parameters:
    ///   - system: what the system's clock shows.
    ///   - uptime: for how long the process has run.
    /// - Returns: what the clock shows while it is trusted, else the last trusted instant and the time since.
    public mutating func read(system: Timestamp, uptime: Duration) -> Timestamp {
        let trusted = anchor + (uptime - anchoredAt)
        let next = Question(system: system, trusted: trusted, witness: witness.map { $0.said + (uptime - $0.at) })
        guard next.gap <= Self.tolerance else {
            question = next
            return trusted
        }
        follow(system, uptime)
        return system
    }

    /// Compares the clock with the time of a service whose certificate was verified.
    ///
    /// It ends a question about a clock that is ahead: then the time did pass. Going back is for an operator to accept, since
    /// what is stored would be in the future.
    /// - Parameters:
    ///   - date: the service's time.
    ///   - system: what the system's clock shows.
    ///   - uptime: for how long the process has run.
    /// - Returns: whether it ended a question.
    public mutating func compare(_ date: Timestamp, system: Timestamp, uptime: Duration) -> Bool {
        _ = read(system: system, uptime: uptime)
        guard let question else { return false }
        let distance = max(date - system, system - date)
        guard question.isAhead, distance <= Self.agreement else {
            witness = Witness(said: date, at: uptime)
            self.question?.witness = date
            return false
        }
        follow(system, uptime)
        return true
    }

    /// An operator says that the clock is right.
    public mutating func accept(system: Timestamp, uptime: Duration) { follow(system, uptime) }

    /// The instant by which credentials are dated that others verify: what a witness says where the clock is in question, and
    /// the witness is too far from ``read(system:uptime:)`` for them to be taken.
    public mutating func outside(system: Timestamp, uptime: Duration) -> Timestamp {
        let now = read(system: system, uptime: uptime)
        guard let witness = question?.witness, max(witness - now, now - witness) > Self.agreement else { return now }
        return witness
    }

    private mutating func follow(_ system: Timestamp, _ uptime: Duration) {
        (anchor, anchoredAt, witness, question) = (system, uptime, nil, nil)
    }

    /// A time that did not agree with the clock, and for how long the process had run then.
    private struct Witness: Sendable, Equatable {
        var said: Timestamp
        var at: Duration
    }
}
