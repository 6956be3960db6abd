import Crypto
import Foundation

/// A secret that signs outgoing events, as Standard Webhooks defines it: `whsec_` and base64.
public struct WebhookSecret: Sendable, Equatable {
    /// The secret as a receiver configures it.
    public let text: String
    private let bytes: [UInt8]

    private static let prefix = "whsec_"

    /// Reads a secret; `nil` when it is none.
    public init?(_ text: String) {
        guard text.hasPrefix(Self.prefix), let data = Data(base64Encoded: String(text.dropFirst(Self.prefix.count))),
            !data.isEmpty
        else { return nil }
        self.text = text
        bytes = [UInt8](data)
    }

    /// A fresh secret with 256 random bits.
    public static func generate() -> WebhookSecret {
        let random = SymmetricKey(size: .bits256).withUnsafeBytes { [UInt8]($0) }
        return WebhookSecret(bytes: random)
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
        text = Self.prefix + Data(bytes).base64EncodedString()
    }

    /// Signs a message: HMAC-SHA-256 over identifier, timestamp and body, joined by dots.
    /// - Parameters:
    ///   - id: the message's identifier.
    ///   - timestamp: the attempt's time in seconds since 1970.
    ///   - body: the bytes that are sent.
    /// - Returns: `v1,` and base64, one of the header `webhook-signature`.
    public func signature(id: String, timestamp: Int64, body: [UInt8]) -> String {
        var hash = HMAC<SHA256>(key: SymmetricKey(data: bytes))
        hash.update(data: Data("\(id).\(timestamp).".utf8))
        hash.update(data: body)
        return "v1,\(Data(hash.finalize()).base64EncodedString())"
    }
}
