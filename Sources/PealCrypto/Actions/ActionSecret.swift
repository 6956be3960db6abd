import Crypto
import Foundation
public import PealCore

/// What action tokens of one app are made with.
public struct ActionSecret: Sendable {
    let signing, users: SymmetricKey
    /// Names app and secret at the start of a token; it says nothing of either.
    let hint: [UInt8]

    /// How long a configured secret is at least, in bytes.
    public static let shortest = 32

    /// Derives the keys of an app (HKDF-SHA-256), so that a secret that apps share is another one in each.
    /// - Parameters:
    ///   - bytes: the secret.
    ///   - app: the app.
    public init(_ bytes: [UInt8], app: AppID) { self.init(SymmetricKey(data: bytes), app) }

    /// The secret that an installation has without configuring one.
    public init(_ root: RootKey, app: AppID) { self.init(root.key, app) }

    private init(_ material: SymmetricKey, _ app: AppID) {
        func derived(_ purpose: String, _ length: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: material,
                info: Data("action-token-\(purpose)|\(app)".utf8),
                outputByteCount: length
            )
        }
        signing = derived("sign", 32)
        users = derived("user", 32)
        hint = derived("hint", ActionToken.hintBytes).withUnsafeBytes { Array($0) }
    }

    /// What a token says of its user, who is not named in it.
    func tag(of user: UserID, on notification: NotificationID) -> [UInt8] {
        let message = Data("\(notification)|\(user)".utf8)
        return Array(Array(HMAC<SHA256>.authenticationCode(for: message, using: users)).prefix(ActionToken.tagBytes))
    }

    /// The signature over what a token holds and what it is bound to.
    func signature(_ head: [UInt8], _ notification: NotificationID, _ action: String) -> [UInt8] {
        let message = Data(head) + Data("\(notification)|\(action)".utf8)
        let code = HMAC<SHA256>.authenticationCode(for: message, using: signing)
        return Array(Array(code).prefix(ActionToken.signatureBytes))
    }
}
