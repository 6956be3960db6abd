/// The token-invalidation breaker: opens when a push service declares too large a share of tokens dead, or of another sender.
///
/// Services have wrongly declared whole token sets dead (C14), and a key that is wrong itself is refused for every device:
/// while the share is far above what is normal, no token is removed or put into quarantine.
public struct TokenInvalidationBreaker: Sendable, Equatable {
    /// What an answer changes.
    public enum Verdict: Sendable, Equatable {
        /// Nothing unusual.
        case normal
        /// The breaker opens: what was declared dead since an instant is to be restored, and devices whose sender was refused.
        case raised(since: Timestamp, mismatched: [DeviceID])
        /// The breaker stays open.
        case alarmed
        /// The breaker closes.
        case cleared
    }

    /// How many of the last definite answers count.
    public static let window = 80
    /// How old an answer may be to count.
    public static let age = Duration.seconds(1_200)
    /// Fewer than so many dead tokens never open the breaker.
    public static let least = 20
    /// The share that opens it, unless four times the normal share is more.
    public static let share = 0.25

    private struct Answer: Sendable, Equatable {
        var at: Timestamp
        var isDead: Bool
        var mismatched: DeviceID?
    }

    private var answers: [Answer] = []
    private var normalShare = 0.01
    /// Since when the breaker is open.
    public private(set) var alarmedSince: Timestamp?

    /// Starts with no answers, closed, or open since before the process started.
    public init(alarmedSince: Timestamp? = nil) { self.alarmedSince = alarmedSince }

    /// Records a definite answer.
    /// - Parameters:
    ///   - isDead: whether the token is dead or of another sender; otherwise it is valid.
    ///   - mismatched: the device whose sender was refused.
    ///   - now: when.
    /// - Returns: what it changes.
    public mutating func note(isDead: Bool, mismatched: DeviceID? = nil, now: Timestamp) -> Verdict {
        if answers.count >= Self.window || answers.first.map({ now - $0.at > Self.age }) ?? false {
            answers.removeAll { now - $0.at > Self.age }
            if answers.count >= Self.window { answers.removeFirst(answers.count - Self.window + 1) }
        }
        answers.append(Answer(at: now, isDead: isDead, mismatched: mismatched))
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
            return .raised(since: answers.first?.at ?? now, mismatched: answers.compactMap(\.mismatched))
        }
        guard answers.count >= Self.least, share < limit / 2 else { return .alarmed }
        alarmedSince = nil
        return .cleared
    }

    /// Closes the breaker on an operator's call: tokens that are declared dead from here on are removed.
    public mutating func clear() {
        alarmedSince = nil
        answers = []
        // Half of all dead is then as normal as it gets: the word holds for what is left of the set.
        normalShare = 0.25
    }
}
