/// What a user was pushed lately, as far as digest rules ask for it.
public struct PushHistory: Sendable, Equatable {
    /// When pushes of throttled types were decided, by type; at least those within the throttle's time.
    public var sends: [TypeID: [Timestamp]]
    /// Digest windows that are open, by their key.
    public var windows: [Key<DigestWindowKey>: DigestWindow]

    /// Joins the parts.
    public init(
        sends: [TypeID: [Timestamp]] = [:],
        windows: [Key<DigestWindowKey>: DigestWindow] = [:]
    ) {
        self.sends = sends
        self.windows = windows
    }

    /// Adds what one notification keeps of a window: of several, the window closes last and was pushed last.
    public mutating func add(_ window: DigestWindow, windowKey: Key<DigestWindowKey>) {
        let known = windows[windowKey]
        windows[windowKey] = DigestWindow(
            closesAt: max(known?.closesAt ?? window.closesAt, window.closesAt),
            pushedAt: [known?.pushedAt, window.pushedAt].compactMap(\.self).max()
        )
    }

    /// The history after one more decision, so that those decided together see each other.
    public mutating func note(_ decision: Decision, of type: NotificationType, at now: Timestamp) {
        if decision.push.isSend, type.throttle != nil { sends[type.id, default: []].append(now) }
        if let digestWindow = decision.digestWindow {
            let key = Key<DigestWindowKey>(digestWindow.key)
            let pushedAt = decision.push.isSend ? now : windows[key]?.pushedAt
            windows[key] = DigestWindow(closesAt: digestWindow.closesAt, pushedAt: pushedAt)
        }
    }
}

/// The window a decision opened or joined.
public struct DigestWindowKey: Sendable, Equatable {
    /// Names the window within the app and the user.
    public var key: String
    /// When it closes.
    public var closesAt: Timestamp

    /// Joins both parts.
    public init(key: String, closesAt: Timestamp) {
        self.key = key
        self.closesAt = closesAt
    }

    /// The key of a push that is a summary: no window, it marks what the push is.
    public static let summary = "summary"
    /// The window of a type's digest by its rendered key.
    public static func digest(_ type: TypeID, key: String) -> String { "digest:\(type.rawValue):\(key)" }
    /// The window of pushes over a type's throttle.
    public static func throttle(_ type: TypeID) -> String { "throttle:\(type.rawValue)" }
    /// The window of pushes that a sender's limit digests.
    public static func limit(_ type: TypeID) -> String { "limit:\(type.rawValue)" }
}
