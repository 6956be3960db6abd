public import PealCore

/// What a device has to know: no texts, but for what an app without an inbox has missed.
public struct DeviceNews: Sendable {
    /// The device as it is now.
    public var device: Device
    /// The hash of the address that the call gave it, which its client keeps.
    public var addressHash: String?
    /// The counts and the badge.
    public var counts: CountsView
    /// Pushes that are to leave its screen, as the device named them; with the notification where a tag said which it is.
    public var cleared: [ShownPush]
    /// The version of the catalog in force.
    public var catalogVersion: Int
    /// The version of the user's preferences.
    public var preferencesVersion: Int
    /// What has not reached it.
    public var missed: Missed

    /// Notifications that the user has not seen, and that no device has reported or shows; of an app without an inbox, those whose
    /// push reached no device.
    public struct Missed: Sendable {
        /// How many, at most ``limit``.
        public var count = 0
        /// The newest of them.
        public var ids: [NotificationID] = []
        /// Where the list of unread notifications continues; `nil` at its end.
        public var next: String?
        /// They themselves, of an app without an inbox, for a user with a session; `nil` otherwise.
        public var items: [NotificationView]?

        /// Notifications that are named at most.
        public static let named = 50
        /// Notifications that are counted at most.
        public static let limit = 250
    }
}
