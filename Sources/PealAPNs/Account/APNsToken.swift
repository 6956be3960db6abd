import Crypto
import PealCore
import PealCrypto
import Synchronization

/// The provider token of one team and key, made once and shared by every connection.
///
/// Apple takes a token for one hour and wants at least 20 minutes between two of them (*Establishing a token-based
/// connection to APNs*). So one is renewed after 50 minutes, and never before it is 20 minutes old.
final class APNsToken: Sendable {
    /// What goes into the `authorization` header: never logged.
    struct Bearer: Sendable, Equatable {
        var header: String
        var mintedAt: Timestamp
    }

    static let renewalAge: Duration = .seconds(50 * 60)
    static let youngestAge: Duration = .seconds(20 * 60)

    private let key: P256.Signing.PrivateKey
    private let keyID: String
    private let teamID: String
    private let now: @Sendable () -> Timestamp
    private let minted = Mutex<Bearer?>(nil)

    init(key: P256.Signing.PrivateKey, keyID: String, teamID: String, now: @escaping @Sendable () -> Timestamp) {
        self.key = key
        self.keyID = keyID
        self.teamID = teamID
        self.now = now
    }

    /// The token to send with; `nil` when the key cannot sign.
    ///
    /// Signed under the lock: it takes some 30 µs once in 50 minutes, and so however many ask, one is made.
    func bearer() -> Bearer? {
        let now = now()
        return minted.withLock { bearer in
            if let bearer, !Self.isDue(bearer, at: now, after: Self.renewalAge) { return bearer }
            bearer = mint(at: now) ?? bearer
            return bearer
        }
    }

    /// Another token than one that Apple calls expired; `nil` when the refused one is too young to be replaced.
    func replacement(of refused: Bearer) -> Bearer? {
        let now = now()
        return minted.withLock { bearer in
            if let bearer, bearer != refused { return bearer }
            guard Self.isDue(refused, at: now, after: Self.youngestAge), let fresh = mint(at: now) else { return nil }
            bearer = fresh
            return fresh
        }
    }

    /// How long until a token that Apple calls expired may be replaced.
    func waitForReplacement() -> Duration {
        guard let bearer = minted.withLock({ $0 }) else { return .seconds(1) }
        return max(Self.youngestAge - max(now() - bearer.mintedAt, .zero), .seconds(1))
    }

    /// Whether a token has reached an age; one from the future, after a clock was set back, once it is off by as much as
    /// two tokens have to be apart.
    private static func isDue(_ bearer: Bearer, at now: Timestamp, after age: Duration) -> Bool {
        now - bearer.mintedAt >= age || bearer.mintedAt - now >= youngestAge
    }

    private func mint(at now: Timestamp) -> Bearer? {
        // Key and team ids are letters and digits: nothing to escape.
        let token = try? CompactJWS.text(
            header: #"{"alg":"ES256","kid":"\#(keyID)"}"#.utf8,
            claims: #"{"iss":"\#(teamID)","iat":\#(now.seconds)}"#.utf8
        ) { Array(try key.signature(for: Array($0.utf8)).rawRepresentation) }
        return token.map { Bearer(header: "bearer \($0)", mintedAt: now) }
    }
}
