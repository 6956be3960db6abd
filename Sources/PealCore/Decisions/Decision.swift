/// The pure verdict for one recipient of one trigger: one result per channel, with its trace (design §2).
public struct Decision: Sendable, Equatable {
    /// What happens in the inbox.
    public var inApp: InAppResult
    /// What happens on the devices.
    public var push: PushResult
    /// How urgent it is for this recipient.
    public var priority: Priority
    /// Whether the inbox row is an alert until acknowledged (R147).
    public var isAlert: Bool
    /// The digest window it opened or joined.
    public var digestWindow: DigestWindowKey?
    /// The stage that holds the push, while it is held.
    public var holdStage: Stage?
    /// Whether a digest or a throttle's window has had the push: a digest is not asked again.
    public var wasDigested: Bool
    /// Until when a decision to send holds by itself: quiet hours begin then.
    public var validUntil: Timestamp?
    /// What happens in channels other than push and the inbox; empty where there are none.
    public var channels: [Channel: ChannelResult]
    /// Why.
    public var trace: Trace

    /// Joins the parts.
    public init(
        inApp: InAppResult,
        push: PushResult,
        priority: Priority,
        isAlert: Bool,
        digestWindow: DigestWindowKey? = nil,
        holdStage: Stage? = nil,
        wasDigested: Bool = false,
        validUntil: Timestamp? = nil,
        channels: [Channel: ChannelResult] = [:],
        trace: Trace
    ) {
        self.inApp = inApp
        self.push = push
        self.priority = priority
        self.isAlert = isAlert
        self.digestWindow = digestWindow
        self.holdStage = holdStage
        self.wasDigested = wasDigested
        self.validUntil = validUntil
        self.channels = channels
        self.trace = trace
    }

    /// The verdict: notified if any channel goes now, else held, else digested, else suppressed.
    public var verdict: Verdict { Self.verdict(inApp: inApp, push: push, channels: channels) }

    /// The verdict of the results of all channels.
    public static func verdict(
        inApp: InAppResult,
        push: PushResult,
        channels: [Channel: ChannelResult] = [:]
    ) -> Verdict {
        if inApp == .show || channels.values.contains(.send) { return .notified }
        switch push {
        case .send: return .notified
        case .hold: return .held
        case .digest, .suppress(.digested), .suppress(.summarised): return .digested
        case .suppress: return channels.values.contains { $0.isHeld } ? .held : .suppressed
        }
    }

    /// Why nothing goes, when nothing does.
    public var reason: Reason? {
        guard verdict == .suppressed else { return nil }
        if case .suppress(let reason) = push { return reason }
        if case .hide(let reason) = inApp { return reason }
        return nil
    }
}

/// What happens in the inbox.
public enum InAppResult: Sendable, Equatable {
    case show
    case hide(Reason)
}

/// What happens on the devices.
public enum PushResult: Sendable, Equatable {
    /// Sent to these devices.
    case send([DeviceID])
    /// Decided again at an instant.
    case hold(until: Timestamp)
    /// Digested with others when its window closes.
    case digest(until: Timestamp)
    /// Not sent.
    case suppress(Reason)

    /// When it is decided again; `nil` when it is not.
    public var waitsUntil: Timestamp? {
        switch self {
        case .hold(let until), .digest(let until): until
        case .send, .suppress: nil
        }
    }
}
