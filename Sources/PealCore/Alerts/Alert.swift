/// An alert of an app that is not quiet, as it is stored.
public struct Alert: Sendable, Equatable {
    /// Which alert of an app.
    public struct Key: Hashable, Sendable, Comparable {
        /// The rule.
        public var rule: AlertRule
        /// What of the app it is about: a push service, or what waits; empty where it is the app itself.
        public var subject: String

        /// Joins both.
        public init(_ rule: AlertRule, _ subject: String = "") {
            self.rule = rule
            self.subject = subject
        }

        /// The subject of alerts that an operator asked for, to see that they arrive.
        public static let test = "test"
        /// Whether an operator asked for it.
        public var isTest: Bool { subject == Self.test }

        /// Orders by rule and subject.
        public static func < (left: Self, right: Self) -> Bool {
            (left.rule.rawValue, left.subject) < (right.rule.rawValue, right.subject)
        }
    }

    /// Where an alert is on its way.
    public enum Phase: String, Sendable, CaseIterable {
        /// The figure is wrong, not yet for long enough.
        case pending
        /// It has fired.
        case firing
        /// It has fired, and the figure is right again, not yet for long enough.
        case clearing
    }

    /// Which.
    public var key: Key
    /// Where it is on its way.
    public var phase: Phase
    /// Since when it is in that phase.
    public var since: Timestamp
    /// When it fired; `nil` while it is pending.
    public var firedAt: Timestamp?
    /// The figure that changed the phase.
    public var value: Double
    /// The threshold then.
    public var threshold: Double

    /// Joins the parts.
    /// - Parameters:
    ///   - key: which.
    ///   - phase: where it is on its way.
    ///   - since: since when.
    ///   - firedAt: when it fired.
    ///   - value: the figure that changed the phase.
    ///   - threshold: the threshold then.
    public init(
        _ key: Key,
        _ phase: Phase,
        since: Timestamp,
        firedAt: Timestamp? = nil,
        value: Double = 0,
        threshold: Double = 0
    ) {
        self.key = key
        self.phase = phase
        self.since = since
        self.firedAt = firedAt
        self.value = value
        self.threshold = threshold
    }

    /// The figure to four places.
    public var shownValue: Double { (value * 10_000).rounded() / 10_000 }

    /// What was wrong when the phase changed and what to do, or that it is right again.
    public var advice: String {
        guard phase != .clearing else {
            let time = key.rule.resolvesAfter.catalogText
            return "The figure is right again; the alert is resolved when it stays so for \(time)."
        }
        return "\(key.rule.sentence(about: key.subject, value)) \(key.rule.remedy)"
    }

    /// Whether it has fired and is not resolved.
    public var isFiring: Bool { phase != .pending }
}
