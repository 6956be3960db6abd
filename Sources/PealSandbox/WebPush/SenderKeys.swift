import Crypto
import PealCore
import Synchronization

/// The VAPID keys of a sandbox's apps, made when they are first asked for (RFC 8292).
final class SenderKeys: Sendable {
    /// Both halves of a key in base64url.
    struct Pair: Sendable {
        /// The private half: 32 bytes.
        var secret: String
        /// What browsers subscribe with: an uncompressed point.
        var applicationServerKey: String
    }

    private let pairs = Mutex<[String: Pair]>([:])

    /// The key of an app, the same each time.
    func pair(of app: String) -> Pair {
        pairs.withLock { pairs in
            if let known = pairs[app] { return known }
            let key = P256.Signing.PrivateKey()
            let pair = Pair(
                secret: Base64URL.encode(Array(key.rawRepresentation)),
                applicationServerKey: Base64URL.encode(Array(key.publicKey.x963Representation))
            )
            pairs[app] = pair
            return pair
        }
    }
}
