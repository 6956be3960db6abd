import Crypto
import PealCore
import Synchronization

/// Subscriptions whose address carries its own proof and whose keys follow from it: a simulator knows those it gave out,
/// millions of them and also those of an earlier run, without keeping any.
final class BrowserSubscriptions: Sendable {
    /// A browser's side of a subscription.
    struct Browser: Sendable {
        let privateKey: P256.KeyAgreement.PrivateKey
        let publicBytes: [UInt8]
        let auth: [UInt8]
        /// The start of the SHA-256 of the key that may push to it.
        let senderMark: [UInt8]
    }

    /// This keeps tests honest, not attackers out.
    private static let secret = SymmetricKey(data: Array("the sandbox's browsers have no secrets".utf8))
    /// How many browsers' keys are remembered, since making them costs more than all the rest.
    private static let limit = 16_384
    private static let serialSize = 8
    private static let markSize = 16
    private static let proofSize = 8

    private let known = Mutex<[String: Browser]>([:])

    /// The last part of a new subscription's address.
    func issue(app: String, senderKey: [UInt8], serial: UInt64) -> String {
        let serialBytes = (0..<8).map { UInt8(truncatingIfNeeded: serial >> UInt64(56 - 8 * $0)) }
        let body = serialBytes + Self.mark(of: senderKey)
        return Base64URL.encode(body + Self.proof(app: app, body))
    }

    /// The browser of an address; `nil` when nobody gave it out.
    func browser(app: String, id: String) -> Browser? {
        let name = "\(app)/\(id)"
        if let browser = known.withLock({ $0[name] }) { return browser }
        guard let bytes = Base64URL.decode(id),
            bytes.count == Self.serialSize + Self.markSize + Self.proofSize
        else { return nil }
        let body = Array(bytes.dropLast(Self.proofSize))
        guard Array(bytes.suffix(Self.proofSize)) == Self.proof(app: app, body),
            let privateKey = Self.privateKey(name)
        else { return nil }
        let browser = Browser(
            privateKey: privateKey,
            publicBytes: Array(privateKey.publicKey.x963Representation),
            auth: Self.derive("auth \(name)", 16),
            senderMark: Array(body.suffix(Self.markSize))
        )
        known.withLock { known in
            if known.count >= Self.limit { known.removeAll(keepingCapacity: true) }
            known[name] = browser
        }
        return browser
    }

    static func mark(of senderKey: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: senderKey).prefix(markSize)) }

    private static func proof(app: String, _ body: [UInt8]) -> [UInt8] {
        let code = HMAC<SHA256>.authenticationCode(for: Array(app.utf8) + [0] + body, using: secret)
        return Array(Array(code).prefix(proofSize))
    }

    /// Almost every number of 32 bytes is a key; the next one is taken for those that are none.
    private static func privateKey(_ name: String) -> P256.KeyAgreement.PrivateKey? {
        for attempt in 0..<8 {
            let bytes = derive("key \(attempt) \(name)", 32)
            if let key = try? P256.KeyAgreement.PrivateKey(rawRepresentation: bytes) { return key }
        }
        return nil
    }

    private static func derive(_ info: String, _ count: Int) -> [UInt8] {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: secret, info: Array(info.utf8), outputByteCount: count)
            .withUnsafeBytes { Array($0) }
    }
}
