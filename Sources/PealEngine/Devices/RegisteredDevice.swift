public import PealCore

/// What a registration came to.
public struct RegisteredDevice: Sendable {
    /// The device.
    public var device: Device
    /// Whether the user did not have it before.
    public var created: Bool
    /// Its device key, when it got one just now: it is shown this once.
    public var key: String?
}
