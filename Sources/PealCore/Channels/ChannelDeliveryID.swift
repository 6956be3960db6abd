/// Identifies what a notification sends in a channel.
public struct ChannelDeliveryID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The notification.
    public var notification: NotificationID
    /// The channel.
    public var channel: Channel

    /// Joins both parts.
    public init(notification: NotificationID, channel: Channel) {
        self.notification = notification
        self.channel = channel
    }

    /// The notification, then the channel.
    public var description: String { "\(notification)/\(channel)" }

    /// Orders by notification, then by channel.
    public static func < (left: ChannelDeliveryID, right: ChannelDeliveryID) -> Bool {
        (left.notification, left.channel.rawValue) < (right.notification, right.channel.rawValue)
    }
}
