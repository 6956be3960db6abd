public import PealCore

/// What a client says of itself when it starts, comes to the foreground or receives a silent push.
public struct DeviceReport: Sendable {
    /// What the app on the device is doing.
    public enum Activity: String, Sendable, CaseIterable {
        /// It was started.
        case launched
        /// Its user came back to it.
        case foreground
        /// It runs without its user.
        case background

        /// Whether its user has it before their eyes, and so has seen the list (C10).
        public var isOpen: Bool { self != .background }
    }

    /// What the app is doing.
    public var activity: Activity
    /// The notifications that the device shows.
    public var shown: [ShownPush]
    /// Whether its user has a session: a device key alone is answered without texts.
    public var hasSession = true
    /// Its address, where it may have changed.
    public var address: NewAddress?
    /// What it may show.
    public var permission: PushPermission?
    /// Capabilities to set.
    public var capabilities: [String: String]?
    /// The app's version.
    public var appVersion: String?
    /// The device's locale.
    public var locale: String?
    /// The device's zone.
    public var timeZone: String?

    /// Says no more than what the app is doing.
    public init(_ activity: Activity, shown: [ShownPush] = []) {
        self.activity = activity
        self.shown = shown
    }
}
