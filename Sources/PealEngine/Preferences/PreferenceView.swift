public import PealCore

/// The preferences of a user as a settings screen shows them: S0's `NotificationPreferences` and what is locked.
public struct PreferenceView: Sendable, Equatable {
    /// Whose.
    public var userID: UserID
    /// Adjustable categories in catalog order.
    public var categories: [CategoryView]
    /// Global switches.
    public var global: ChannelSwitches
    /// Quiet hours; `nil` when the app has none.
    public var quietHours: QuietHoursView?
    /// Mutes that hold.
    public var mutes: [Mute]
    /// Counts every change.
    public var version: Int
    /// When anything last changed.
    public var updatedAt: Timestamp
    /// When this was read.
    public var syncedAt: Timestamp

    /// How many categories are on (R068).
    public var enabledCount: Int { categories.count(where: \.enabled) }
}

/// One category on the screen.
public struct CategoryView: Sendable, Equatable {
    /// The key in the preference object.
    public var key: String
    /// The name in `Notification.category`.
    public var name: String
    /// The title in the user's language.
    public var title: String
    /// The explanation in the user's language.
    public var description: String
    /// The icon's name.
    public var icon: String
    /// The whole category.
    public var enabled: Bool
    /// Its channels.
    public var channels: ChannelSwitches
    /// Why it cannot be switched off; `nil` when it can (R073).
    public var lockReason: String?
}

/// Quiet hours on the screen.
public struct QuietHoursView: Sendable, Equatable {
    /// Whether they are observed.
    public var enabled: Bool
    /// The window.
    public var window: QuietWindow
    /// The zone they are in.
    public var timeZone: String
    /// Whether the user may change them.
    public var editable: Bool
}
