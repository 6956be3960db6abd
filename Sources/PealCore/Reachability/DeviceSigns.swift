/// A device with what says that pushes arrive there.
public struct DeviceSigns: Sendable, Equatable {
    /// The device.
    public var device: Device
    /// When it last confirmed a push; `nil` when it never did.
    public var confirmedAt: Timestamp?
    /// When a push service accepted the first push that followed its last confirmation; `nil` while all are confirmed, and of a device
    /// that has never confirmed one.
    public var unconfirmedSince: Timestamp?

    /// Joins the parts.
    public init(_ device: Device, confirmedAt: Timestamp? = nil, unconfirmedSince: Timestamp? = nil) {
        self.device = device
        self.confirmedAt = confirmedAt
        self.unconfirmedSince = unconfirmedSince
    }

    /// Since when it neither confirmed a push nor made a call; `nil` while nothing is unconfirmed.
    var silentSince: Timestamp? { unconfirmedSince.map { max($0, device.lastSeenAt) } }
}

/// What is known of a user to say whether pushes reach them.
public struct ReachabilityFacts: Sendable, Equatable {
    /// The devices that are not revoked, by identifier.
    public var devices: [DeviceSigns]
    /// The user's own switch of all pushes; `nil` where they have not chosen.
    public var pushSwitch: Bool?
    /// What was found last; `nil` when nothing was.
    public var record: ReachabilityRecord?

    /// Joins the parts.
    public init(devices: [DeviceSigns] = [], pushSwitch: Bool? = nil, record: ReachabilityRecord? = nil) {
        self.devices = devices
        self.pushSwitch = pushSwitch
        self.record = record
    }
}
