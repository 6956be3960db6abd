/// Watches the share of addresses a push service declares dead.
///
/// Services have wrongly declared whole token sets dead (C14): when the share jumps far above what is normal, nothing
/// is taken off until it is normal again.
public struct InvalidityWatch: Sendable, Equatable {
    /// What an answer changes.
    public enum Verdict: Sendable, Equatable {
        /// Nothing unusual.
        case normal
        /// From here on too many: what was declared dead since an instant is not to be believed.
        case raised(since: Timestamp)
        /// Still too many.
        case alarmed
        /// Normal again.
        case cleared
    }

    /// The length of one of the two windows that are looked at together.
    public static let window = Duration.seconds(600)
    /// Fewer than so many dead addresses never raise the alarm.
    public static let least = 20
    /// The share that raises it, unless four times the normal share is more.
    public static let share = 0.25

    private struct Count: Sendable, Equatable {
        var since: Timestamp
        var answers = 0
        var dead = 0
    }

    private var current: Count
    private var previous: Count
    private var normalShare = 0.01
    /// Since when too many addresses are declared dead.
    public private(set) var alarmedSince: Timestamp?

    /// Starts with nothing seen, or with an alarm that stood when the process ended.
    public init(now: Timestamp, alarmedSince: Timestamp? = nil) {
        current = Count(since: now)
        previous = Count(since: now)
        self.alarmedSince = alarmedSince
    }

    /// Takes note of a definite answer: the address lives, or it is dead.
    public mutating func note(isDead: Bool, now: Timestamp) -> Verdict {
        if now - current.since >= Self.window { turn(now) }
        current.answers += 1
        if isDead { current.dead += 1 }
        let answers = current.answers + previous.answers
        let dead = current.dead + previous.dead
        let limit = max(Self.share, 4 * normalShare)
        let share = Double(dead) / Double(answers)
        if alarmedSince == nil {
            guard dead >= Self.least, share >= limit else { return .normal }
            alarmedSince = now
            return .raised(since: previous.answers > 0 ? previous.since : current.since)
        }
        guard answers >= Self.least, share < limit / 2 else { return .alarmed }
        alarmedSince = nil
        return .cleared
    }

    /// Ends the alarm by an operator's word: what is declared dead from here on is believed.
    public mutating func clear(now: Timestamp) {
        alarmedSince = nil
        current = Count(since: now)
        previous = Count(since: now)
    }

    private mutating func turn(_ now: Timestamp) {
        if current.answers >= Self.least, alarmedSince == nil {
            normalShare = 0.8 * normalShare + 0.2 * Double(current.dead) / Double(current.answers)
        }
        previous = now - current.since < Self.window + Self.window ? current : Count(since: now)
        current = Count(since: now)
    }
}
