/// Identifies a delivery: one notification to one device, printed `dlv_…`.
public struct DeliveryID: Hashable, Sendable, CustomStringConvertible {
    /// The notification.
    public var notification: NotificationID
    /// The device.
    public var device: DeviceID

    /// Joins both parts.
    public init(notification: NotificationID, device: DeviceID) {
        self.notification = notification
        self.device = device
    }

    /// The printed form.
    public var description: String { "dlv_\(notification.rawValue.hex)\(device.rawValue.hex)" }
}

extension DeliveryID: Comparable {
    /// Orders by notification, then by device.
    public static func < (left: DeliveryID, right: DeliveryID) -> Bool {
        (left.notification, left.device) < (right.notification, right.device)
    }
}
