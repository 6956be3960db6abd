public import PealCore

/// What a registration came to.
public struct RegisteredDevice: Sendable {
    /// The device.
    public var device: Device
    /// Whether the user did not have it before.
    public var created: Bool
    /// The hash of its address, which its client keeps.
    public var addressHash: String
    /// Its device key, when it got one just now: it is shown this once.
    public var key: String?
}
