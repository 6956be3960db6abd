public import PealCore

/// What a user does in the inbox: when, and on which device.
public struct InboxAct: Sendable, Equatable {
    /// When.
    public var now: Timestamp
    /// The device that the user acts on, where the call names it: it knows already.
    public var device: DeviceID?

    /// Joins both parts.
    public init(now: Timestamp, device: DeviceID? = nil) {
        self.now = now
        self.device = device
    }
}
