public import PealCore

/// A notification to one device, ready to be put into a provider's own words.
public struct PushMessage: Sendable, Equatable {
    /// The device's address in clear: never logged.
    public var token: String
    /// The device's operating system.
    public var platform: Platform
    /// The provider's environment of the device.
    public var environment: String?
    /// What the device shows, fitted.
    public var title: String
    /// What the device shows, fitted.
    public var body: String
    /// The same for every copy of a notification, so that a device shows one (promise 3).
    public var identityTag: String
    /// What a later push replaces it by, from the catalog's `collapse`.
    public var collapseKey: String?
    /// How urgent it is.
    public var priority: Priority
    /// How long it is still worth delivering.
    public var timeToLive: Duration
    /// The sound's name; `nil` is silent.
    public var sound: String?
    /// The vibration pattern's name.
    public var vibration: String?
    /// The Android notification channel.
    public var androidChannel: String?
    /// The iOS category.
    public var iosCategory: String?
    /// Whether it asks to pass the device's do-not-disturb (R093, R094).
    public var bypassesDoNotDisturb = false
    /// What the device groups by.
    public var group: String?
    /// The badge to show; `nil` where the app keeps a number of its own.
    public var badge: Int?
    /// The machine-readable part, the same shape at every provider: `api.md`, What a device receives.
    public var payload: PushPayload
    /// How urgently Android is asked to deliver it.
    public var urgency = UrgencyPolicy.asPriority
    /// Where a tap leads on the web, an absolute address.
    public var webLink: String?
    /// Whether the push service refused it as too large: it is sent smaller than it was.
    public var isSmaller = false
    /// Whether the app draws it itself where the push service leaves it the choice (FCM on the web).
    public var isDrawnByClient = false
    /// How it looks.
    public var appearance = PushAppearance()

    /// States what every message has; what is left out is absent, silent or as usual.
    public init(
        token: String,
        platform: Platform,
        title: String,
        body: String,
        identityTag: String,
        priority: Priority,
        timeToLive: Duration,
        payload: PushPayload
    ) {
        self.token = token
        self.platform = platform
        self.title = title
        self.body = body
        self.identityTag = identityTag
        self.priority = priority
        self.timeToLive = timeToLive
        self.payload = payload
    }
}
