public import PealCore

/// What a registration says of the devices that the user has.
public struct RegistrationOptions: Sendable {
    /// The user's device that gets the address, and keeps its identifier.
    public var replaces: DeviceID?
    /// Whether a device that the user switched off is switched on again.
    public var isEnabled: Bool

    /// States both parts.
    public init(replaces: DeviceID? = nil, isEnabled: Bool = false) {
        self.replaces = replaces
        self.isEnabled = isEnabled
    }
}
