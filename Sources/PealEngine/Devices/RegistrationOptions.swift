public import PealCore

/// What a registration says of the devices that the user has.
public struct RegistrationOptions: Sendable {
    /// The user's device that gets the address, and keeps its identifier.
    public var replaces: DeviceID?
    /// Whether a device that the user switched off is switched on again.
    public var isEnabled: Bool
    /// Whether a device that the user has gets a new device key; its old one ends.
    public var renewsKey: Bool

    /// States the parts.
    public init(replaces: DeviceID? = nil, isEnabled: Bool = false, renewsKey: Bool = false) {
        self.replaces = replaces
        self.isEnabled = isEnabled
        self.renewsKey = renewsKey
    }
}
