/// How an app's notifications look where a platform lets the sender say so.
public struct Appearance: Sendable, Equatable {
    /// The accent on Android, `#rrggbb`.
    public var color: String?
    /// The picture beside the text in browsers: a path below `links.webOrigin`, or an `https` address.
    public var icon: String?
    /// The small picture in Android's status bar for web notifications, as ``icon``.
    public var badge: String?

    /// Sets the parts.
    public init(color: String? = nil, icon: String? = nil, badge: String? = nil) {
        self.color = color
        self.icon = icon
        self.badge = badge
    }
}
