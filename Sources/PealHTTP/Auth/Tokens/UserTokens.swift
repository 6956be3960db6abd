public import PealCore

/// Verifies users' tokens: JWTs that their app's backend or identity provider signed (design §7).
public struct UserTokens: Sendable {
    /// The rules; tests leave some out.
    var rules = TokenRules()
    private let issuers: [AppID: TokenIssuer]
    private let apps: [String: AppID]
    private let latest: @Sendable () -> Timestamp?

    /// Knows the issuers of all apps.
    /// - Parameters:
    ///   - issuers: the issuer of each app that has one; no two have the same audience.
    ///   - latest: the latest instant that it may be while the clock is in question.
    public init(_ issuers: [AppID: TokenIssuer], latest: @escaping @Sendable () -> Timestamp? = { nil }) {
        self.issuers = issuers
        self.latest = latest
        apps = Dictionary(issuers.map { ($0.value.policy.audience, $0.key) }) { first, _ in first }
    }

    /// The user that a token speaks for.
    struct Claims: Equatable {
        var app: AppID
        var user: UserID
        /// When the token was issued, where it says so.
        var issuedAt: Timestamp?
        /// When the token expires.
        var expiresAt: Timestamp
    }

    /// Checks form, head, key, signature and claims, in this order.
    /// - Parameters:
    ///   - text: the token.
    ///   - now: the instant it is.
    /// - Returns: the user it speaks for.
    /// - Throws: ``TokenRefusal``, with the first reason.
    func verify(_ text: String, now: Timestamp) async throws(TokenRefusal) -> Claims {
        let token = try rules.form.parse(text)
        try rules.checkHead(token)
        let named = Set(token.audiences.compactMap { apps[$0] })
        guard let app = rules.app(named), let issuer = issuers[app] else {
            throw TokenRefusal(.audience, named.isEmpty ? Self.unknownAudience : Self.severalAudiences)
        }
        try rules.checkAlgorithm(token, issuer.policy)
        let key = try await issuer.key(token.head["kid"], rules)
        try rules.checkSignature(token, by: key)
        try rules.checkClaims(token, issuer.policy, at: now, latest: latest())
        // What is millions of years away is kept as an instant that can be stored.
        let issuedAt = token.seconds("iat").map(Self.instant)
        let expiresAt = token.seconds("exp").map(Self.instant) ?? now
        let user = UserID(token.claims["sub"]?.string ?? "")
        return Claims(app: app, user: user, issuedAt: issuedAt, expiresAt: expiresAt)
    }

    private static func instant(_ seconds: Double) -> Timestamp {
        Timestamp(milliseconds: Int64(min(max(seconds * 1000, -1e15), 1e15)))
    }

    private static let unknownAudience = "the token's audience (aud) is not an app of this server"
    private static let severalAudiences = "the token's audience (aud) names more than one app of this server"
}
