public import PealCore

/// A push as it reaches a phone, whatever the provider.
public struct PhoneArrival: Sendable {
    /// The `peal` object.
    public var peal: [String: JSONValue]
    /// What the system or the app shows.
    public var title: String?
    /// What the system or the app shows.
    public var body: String?
    /// What a shown notification is replaced by.
    public var tag: String?
    /// What a waiting push is replaced by.
    public var collapseKey: String?
    /// The sound's name; `nil` is silent.
    public var sound: String?
    /// The number on the app's icon that the system sets itself.
    public var badge: Int?
    /// What groups it.
    public var thread: String?
    /// The address of a picture it shows.
    public var image: String?
    /// Where a tap leads when the app's own code is not asked; `nil` leaves it to `peal.link`.
    public var link: String?
    /// Whether anything draws the buttons.
    public var hasButtons = true
    /// When it came to the provider.
    public var at: Timestamp
    /// Until when the provider keeps it for a phone that is away.
    public var expiresAt: Timestamp
    /// What the provider received: an app that stands in for the phone gets the same.
    public var delivery: PhoneDelivery?
    /// The provider's name for the message, where a sender can cancel it.
    var message: String?

    /// Joins the parts.
    public init(
        peal: [String: JSONValue],
        title: String?,
        body: String?,
        tag: String?,
        collapseKey: String?,
        sound: String?,
        badge: Int?,
        thread: String?,
        at: Timestamp,
        expiresAt: Timestamp
    ) {
        self.peal = peal
        self.title = title
        self.body = body
        self.tag = tag
        self.collapseKey = collapseKey
        self.sound = sound
        self.badge = badge
        self.thread = thread
        self.at = at
        self.expiresAt = expiresAt
    }
}
