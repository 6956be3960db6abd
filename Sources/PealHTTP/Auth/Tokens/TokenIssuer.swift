import PealCore

/// Where an app's tokens come from: what it asks of them, and the keys that they are signed with.
public struct TokenIssuer: Sendable {
    /// What the app asks of a token.
    public var policy: TokenPolicy
    /// The keys of the configuration.
    public var keys: KeySet
    /// The keys of a URL; those of the configuration go first.
    public var remote: RemoteKeySet?

    /// Joins the parts.
    public init(policy: TokenPolicy, keys: KeySet, remote: RemoteKeySet? = nil) {
        self.policy = policy
        self.keys = keys
        self.remote = remote
    }

    /// The key that a token names.
    /// - Parameters:
    ///   - kid: the name, as the token says it.
    ///   - rules: how a name leads to a key.
    /// - Returns: the key.
    /// - Throws: ``TokenRefusal`` when there is none, also after the URL was asked again; `unavailable` when that cannot be known,
    ///   because the URL cannot be read: the token may be good, and whoever holds it need not sign in again.
    func key(_ kid: JSONValue?, _ rules: TokenRules) async throws(TokenRefusal) -> VerificationKey {
        if let key = rules.key(kid, keys) { return key }
        guard let remote else { throw Self.unknown }
        if let key = rules.key(kid, remote.keys) { return key }
        if await remote.refreshForUnknownKey(), let key = rules.key(kid, remote.keys) { return key }
        guard remote.keyState == .current else {
            throw TokenRefusal(
                .unavailable(retryAfter: remote.retryAfter),
                "the keys of this app's tokens cannot be read now; try again later"
            )
        }
        throw Self.unknown
    }

    private static let unknown = TokenRefusal(.key, "unknown token key (kid)")
}
