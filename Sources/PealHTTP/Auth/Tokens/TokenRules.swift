import PealCore

/// The rules of users' tokens, as pure functions over what a token says (design §7, RFC 7519, RFC 8725).
///
/// The rules are a value. The server has only ``init()``, which holds all of them; tests leave one out to show that a
/// token is refused by it alone.
struct TokenRules: Sendable {
    var form = TokenForm()
    var checks = Set(TokenCheck.allCases)
    /// Chooses the app among those that a token names; more than one is a token for somewhere else, too.
    var app: @Sendable (_ named: Set<AppID>) -> AppID? = { $0.count == 1 ? $0.first : nil }
    /// Finds the key that a token names: by its exact `kid`, or without one the key that has none.
    var key: @Sendable (_ kid: JSONValue?, _ keys: KeySet) -> VerificationKey? = { kid, keys in
        guard let kid else { return keys.unnamed }
        return kid.string.flatMap { keys[$0] }
    }

    /// Checks what the head says before anything of the token is used.
    func checkHead(_ token: ParsedToken) throws(TokenRefusal) {
        try demand(.algorithm, token.algorithm != nil, Self.algorithm)
        try demand(.extensions, token.head["crit"] == nil, "the token needs an extension (crit) that is not supported")
        // They change what the signed bytes are or mean, even where `crit` does not name them.
        let isPlain = ["b64", "zip", "cty"].allSatisfy { token.head[$0] == nil }
        try demand(.extensions, isPlain, "the token's claims are in another form (b64, zip, cty) than JSON")
        let ownKey = ["jwk", "jku", "x5c", "x5u"].contains { token.head[$0] != nil }
        try demand(.ownKeys, !ownKey, "the token brings a key of its own (jwk, jku, x5c, x5u)")
        try demand(.type, Self.isJWT(token.head["typ"]), "the token's type (typ) is not JWT")
    }

    /// Checks that the app allows the algorithm.
    func checkAlgorithm(_ token: ParsedToken, _ policy: TokenPolicy) throws(TokenRefusal) {
        try demand(.algorithm, token.algorithm.map(policy.algorithms.contains) == true, Self.algorithm)
    }

    /// Checks that the key made the signature, with the one algorithm that the key is for.
    func checkSignature(_ token: ParsedToken, by key: VerificationKey) throws(TokenRefusal) {
        try demand(
            .pinnedAlgorithm,
            token.algorithm == key.algorithm,
            "the token's algorithm (alg) is not the one of its key"
        )
        try demand(.signature, key.verifies(token.signature, of: token.signed), "invalid token signature")
    }

    /// Checks who issued it and when it is valid.
    /// - Parameters:
    ///   - token: the token.
    ///   - policy: what its app asks.
    ///   - now: the instant it is, by which a token has expired.
    ///   - latest: the latest instant that it may be, up to which a token is not from the future; `nil` is `now`.
    /// - Throws: ``TokenRefusal``.
    func checkClaims(_ token: ParsedToken, _ policy: TokenPolicy, at now: Timestamp, latest: Timestamp? = nil)
        throws(TokenRefusal)
    {
        let issuer = token.claims["iss"]?.string
        let isIssuer = policy.issuer.map { issuer.map(Array.init(utf8:)) == Array(utf8: $0) } ?? true
        try demand(.issuer, isIssuer, "the token's issuer (iss) is not the one of the app")
        let second = Double(now.milliseconds) / 1000
        let lastSecond = Double(max(now, latest ?? now).milliseconds) / 1000
        let (leeway, longest) = (Self.seconds(policy.leeway), Self.seconds(policy.maximumLifetime))
        let (expires, issued) = (token.seconds("exp"), token.seconds("iat"))
        try demand(.expiry, expires != nil, "the token has no expiry (exp)")
        if let expires {
            try demand(.expiry, second < expires + leeway, "the token has expired")
            // A token that never ends cannot be revoked: it is a key, and keys are not for phones.
            let most = policy.maximumLifetime.iso8601
            try demand(
                .reach,
                expires - lastSecond <= longest + leeway,
                "the token expires too far ahead: \(most) is the most"
            )
            try demand(
                .lifetime,
                issued.map { expires - $0 <= longest } ?? true,
                "the token is valid for too long: \(most) is the most"
            )
        }
        let begins = token.claims["nbf"] == nil || token.seconds("nbf").map { $0 <= lastSecond + leeway } ?? false
        try demand(.notBefore, begins, "the token is not valid yet")
        let isIssued = token.claims["iat"] == nil || issued.map { $0 <= lastSecond + leeway } ?? false
        try demand(.issuedAt, isIssued, "the token was issued in the future (iat)")
        let isUser = token.claims["sub"]?.string.map(UserName.isValid) ?? false
        try demand(.subject, isUser, "the token has no valid subject (sub)")
    }

    private func demand(_ check: TokenCheck, _ holds: Bool, _ detail: String) throws(TokenRefusal) {
        guard holds || !checks.contains(check) else { throw TokenRefusal(.check(check), detail) }
    }

    /// The type in any case, with or without its prefix (RFC 7515, 4.1.9); a token need not name it.
    private static func isJWT(_ type: JSONValue?) -> Bool {
        guard let type else { return true }
        return ["jwt", "application/jwt"].contains(type.string?.lowercased())
    }

    private static func seconds(_ duration: Duration) -> Double {
        Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    }

    private static let algorithm = "unsupported token algorithm"
}

extension Array where Element == UInt8 {
    /// Two spellings of "é" are two texts.
    fileprivate init(utf8 text: String) { self.init(text.utf8) }
}
