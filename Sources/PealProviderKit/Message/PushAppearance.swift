public import PealCore

/// How a shown notification looks and is filed, where a platform lets the sender say so.
public struct PushAppearance: Sendable, Equatable {
    /// The address of a picture.
    public var image: String?
    /// The accent on Android, `#rrggbb`.
    public var color: String?
    /// The picture beside the text in browsers.
    public var icon: String?
    /// The small picture in Android's status bar for web notifications.
    public var badgeIcon: String?
    /// What an Android lock screen shows.
    public var visibility: LockScreenVisibility?
    /// The language of the text.
    public var locale: String?
    /// When it was decided.
    public var sentAt: Timestamp?

    /// Sets the parts that are known.
    public init(
        image: String? = nil,
        color: String? = nil,
        icon: String? = nil,
        badgeIcon: String? = nil,
        visibility: LockScreenVisibility? = nil,
        locale: String? = nil,
        sentAt: Timestamp? = nil
    ) {
        self.image = image
        self.color = color
        self.icon = icon
        self.badgeIcon = badgeIcon
        self.visibility = visibility
        self.locale = locale
        self.sentAt = sentAt
    }
}
