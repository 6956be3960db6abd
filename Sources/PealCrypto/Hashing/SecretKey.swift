import Crypto
public import Foundation

/// A backend's secret key: `sk_live_…`, shown once and kept as SHA-256.
public struct SecretKey: Sendable {
    /// The key as its holder writes it.
    public let text: String

    /// Wraps a key as it was presented.
    public init(text: String) { self.text = text }

    /// A fresh key with 256 random bits.
    public static func generate() -> SecretKey { SecretKey(text: "sk_live_\(RandomText.make())") }

    /// A fresh key of a link, which opens one page: another beginning, so that nobody takes it for a backend's.
    public static func link() -> SecretKey { SecretKey(text: "\(linkPrefix)\(RandomText.make())") }

    /// What the key of a link begins with.
    public static let linkPrefix = "pl_"

    /// What is stored and looked up.
    public var hash: [UInt8] { Digest.sha256(Array(text.utf8)) }
}

/// Plain digests.
public enum Digest {
    /// SHA-256 of bytes.
    public static func sha256(_ bytes: some DataProtocol) -> [UInt8] { [UInt8](SHA256.hash(data: bytes)) }

    /// SHA-1 of bytes, for the handshake of WebSocket (RFC 6455 §4.2.2), where it protects nothing.
    public static func sha1(_ bytes: some DataProtocol) -> [UInt8] { [UInt8](Insecure.SHA1.hash(data: bytes)) }
}
