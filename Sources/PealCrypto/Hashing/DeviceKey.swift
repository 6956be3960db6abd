/// The key of a device, for what runs on it without a session: shown once and kept as SHA-256.
public struct DeviceKey: Sendable {
    /// The key as the device presents it.
    public let text: String

    /// Wraps a key as it was presented.
    public init(text: String) { self.text = text }

    /// A fresh key with 256 random bits.
    public static func generate() -> DeviceKey { DeviceKey(text: "dk_\(RandomText.make())") }

    /// What is stored and looked up.
    public var hash: [UInt8] { Digest.sha256(Array(text.utf8)) }
}
