/// What an erasure removed.
public struct ErasureReport: Sendable, Equatable {
    /// Devices whose tokens were revoked and deleted.
    public var devices: Int
    /// Notifications deleted from the inbox.
    public var notifications: Int
    /// Memberships removed.
    public var memberships: Int
    /// Mutes removed.
    public var mutes: Int
    /// Whether preferences were removed.
    public var preferences: Bool

    /// Joins the parts.
    public init(devices: Int, notifications: Int, memberships: Int, mutes: Int, preferences: Bool) {
        self.devices = devices
        self.notifications = notifications
        self.memberships = memberships
        self.mutes = mutes
        self.preferences = preferences
    }

    /// Whether nothing was removed.
    public var isEmpty: Bool { devices + notifications + memberships + mutes == 0 && !preferences }
}
