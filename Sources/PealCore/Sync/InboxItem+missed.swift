extension InboxItem {
    /// How many of a user's latest notifications are looked at for those that no device received.
    public static let latestForMissed = 50
    /// How many of those are named at most.
    public static let mostMissed = 5

    /// Whether its push was to reach a device and reached none: an app without an inbox shows it itself (S3.Err-2).
    ///
    /// What a client has said that it received, which is also said of what the app has shown, is missed no longer.
    public var isUnreached: Bool {
        guard pushes, deliveredAt == nil, seenAt == nil else { return false }
        guard deliveryStates.contains(.failed) || deliveryStates.contains(.expired) else { return false }
        return deliveryStates.isSubset(of: [.failed, .expired, .cancelled])
    }
}
