/// What one destination of `alertTo` gets of an alert: a message that it fired, and one when it is resolved.
///
/// It is stored from the first look at the alert until the second message is delivered, so that a restart loses neither and
/// repeats neither (ADR 0068).
public struct AlertMessage: Sendable, Equatable {
    /// Which alert, and where to.
    public struct Key: Hashable, Sendable, Comparable {
        /// The destination's identifier, a hash of where it is.
        public var destination: String
        /// The app; of an alert about the whole server, the first app that has it.
        public var app: AppID
        /// The alert.
        public var alert: Alert.Key

        /// Joins the parts.
        public init(_ destination: String, _ app: AppID, _ alert: Alert.Key) {
            self.destination = destination
            self.app = app
            self.alert = alert
        }

        /// Orders by destination, app and alert.
        public static func < (left: Self, right: Self) -> Bool {
            (left.destination, left.app, left.alert) < (right.destination, right.app, right.alert)
        }
    }

    /// Which message is next.
    public enum Phase: String, Sendable, CaseIterable {
        /// The message that it fired waits.
        case fired
        /// That message is delivered, and the alert has not been resolved since.
        case delivered
        /// The message that it is resolved waits.
        case resolved
    }

    /// Which.
    public var key: Key
    /// Which message is next.
    public var phase: Phase
    /// Since when.
    public var since: Timestamp
    /// When the alert fired.
    public var firedAt: Timestamp
    /// The figure with which it fired.
    public var value: Double
    /// The threshold then.
    public var threshold: Double

    /// Joins the parts.
    /// - Parameters:
    ///   - key: which.
    ///   - phase: which message is next.
    ///   - since: since when.
    ///   - firedAt: when the alert fired.
    ///   - value: the figure with which it fired.
    ///   - threshold: the threshold then.
    public init(
        _ key: Key,
        _ phase: Phase,
        since: Timestamp,
        firedAt: Timestamp,
        value: Double,
        threshold: Double
    ) {
        self.key = key
        self.phase = phase
        self.since = since
        self.firedAt = firedAt
        self.value = value
        self.threshold = threshold
    }

    /// Whether a message waits.
    public var isWaiting: Bool { phase != .delivered }

    /// The same after the message that waited was delivered; `nil` after the last one.
    public func delivered(at now: Timestamp) -> AlertMessage? {
        guard phase == .fired else { return nil }
        return moved(to: .delivered, at: now)
    }

    func moved(to phase: Phase, at now: Timestamp) -> AlertMessage {
        var next = self
        (next.phase, next.since) = (phase, now)
        return next
    }
}
