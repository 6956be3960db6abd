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

    /// How many of the last definite answers are looked at.
    public static let window = 80
    /// How old an answer may be to count.
    public static let age = Duration.seconds(1_200)
    /// Fewer than so many dead addresses never raise the alarm.
    public static let least = 20
    /// The share that raises it, unless four times the normal share is more.
    public static let share = 0.25

    private struct Answer: Sendable, Equatable {
        var at: Timestamp
        var isDead: Bool
    }

    private var answers: [Answer] = []
    private var normalShare = 0.01
    /// Since when too many addresses are declared dead.
    public private(set) var alarmedSince: Timestamp?

    /// Starts with nothing seen, or with an alarm that stood when the process ended.
    public init(alarmedSince: Timestamp? = nil) { self.alarmedSince = alarmedSince }

    /// Takes note of a definite answer: the address lives, or it is dead.
    public mutating func note(isDead: Bool, now: Timestamp) -> Verdict {
        if answers.count >= Self.window || answers.first.map({ now - $0.at > Self.age }) ?? false {
            answers.removeAll { now - $0.at > Self.age }
            if answers.count >= Self.window { answers.removeFirst(answers.count - Self.window + 1) }
        }
        answers.append(Answer(at: now, isDead: isDead))
        let dead = answers.count { $0.isDead }
        let limit = min(0.9, max(Self.share, 4 * normalShare))
        let share = Double(dead) / Double(answers.count)
        if alarmedSince == nil {
            guard dead >= Self.least, share >= limit else {
                // What is normal is learnt slowly, so that a jump does not teach that it is normal.
                normalShare += ((isDead ? 1 : 0) - normalShare) / 1_000
                return .normal
            }
            alarmedSince = now
            return .raised(since: answers.first?.at ?? now)
        }
        guard answers.count >= Self.least, share < limit / 2 else { return .alarmed }
        alarmedSince = nil
        return .cleared
    }

    /// Ends the alarm by an operator's word: what is declared dead from here on is believed.
    public mutating func clear() {
        alarmedSince = nil
        answers = []
        // Half of all dead is then as normal as it gets: the word holds for what is left of the set.
        normalShare = 0.25
    }
}
