import FoundationEssentials
import JWTKit
import PealCore
import PealProviderKit

/// Trades a signed statement of who we are for an access token (RFC 7523).
struct AccessTokenRequest: Sendable {
    /// What Peal asks to be allowed: sending, and nothing else.
    static let scope = "https://www.googleapis.com/auth/firebase.messaging"
    /// The audience of the assertion: Google's token service by its public name, wherever `token_uri` leads.
    ///
    /// A proxy or a simulator in between is an address, not another audience; Google's own libraries sign the same.
    static let audience = "https://oauth2.googleapis.com/token"
    private static let grant = "urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer"

    let account: ServiceAccount
    let transport: HTTPTransport
    let timeout: Duration
    let now: @Sendable () -> Timestamp
    /// Whether a refusal names the clock where the service's time is another one: not in a sandbox, whose time is its own.
    var comparesDates = false

    func fetch() async -> Result<BearerToken, TokenFailure> {
        guard let assertion = await assertion() else {
            return .failure(TokenFailure(.credentials, reason: "signing-failed"))
        }
        let call = HTTPCall(
            url: account.tokenURI,
            headers: [("Content-Type", "application/x-www-form-urlencoded")],
            body: Array("grant_type=\(Self.grant)&assertion=\(assertion)".utf8),
            timeout: timeout
        )
        switch await transport.send(call) {
        case .answered(let answer): return read(answer)
        case .notSent(let reason), .answerLost(let reason):
            let code: TokenFailure.Code = Task.isCancelled ? .cancelled : .unavailable
            return .failure(TokenFailure(code, reason: "token-\(reason)"))
        }
    }

    private func assertion() async -> String? {
        let keys = JWTKeyCollection()
        let kid = account.keyID.map { JWKIdentifier(string: $0) }
        await keys.add(rsa: account.privateKey, digestAlgorithm: .sha256, kid: kid)
        let issuedAt = now().seconds
        let claims = AccessClaims(
            iss: account.clientEmail,
            scope: Self.scope,
            aud: Self.audience,
            iat: issuedAt,
            exp: issuedAt + 3600
        )
        return try? await keys.sign(claims, kid: kid)
    }

    private func read(_ answer: HTTPAnswer) -> Result<BearerToken, TokenFailure> {
        let now = now()
        guard answer.status == 200 else { return .failure(failure(answer, now: now)) }
        guard let grant = try? JSONDecoder().decode(AccessGrant.self, from: Data(answer.body)),
            !grant.access_token.isEmpty, grant.access_token.utf8.count <= 8192,
            grant.access_token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return .failure(TokenFailure(.unavailable, reason: "token-answer-unreadable")) }
        let seconds = min(max(grant.expires_in ?? 3600, 1), 86_400)
        return .success(BearerToken(value: grant.access_token, expiresAt: now + .seconds(seconds)))
    }

    private func failure(_ answer: HTTPAnswer, now: Timestamp) -> TokenFailure {
        if answer.status == 429 || answer.status >= 500 {
            let wait = answer.header("retry-after").flatMap { RetryAfter.parse($0, now: now) }
            return TokenFailure(.unavailable, reason: "token-http-\(answer.status)", retryAfter: wait)
        }
        let refusal = try? JSONDecoder().decode(AccessRefusal.self, from: Data(answer.body))
        let reason = refusal.flatMap { ReasonCode.safe($0.error) } ?? "token-http-\(answer.status)"
        let date = comparesDates ? answer.date : nil
        return TokenFailure(.credentials, reason: ClockReason.of(reason, date: date, now: now))
    }
}

private struct AccessClaims: JWTPayload {
    var iss: String
    var scope: String
    var aud: String
    var iat: Int64
    var exp: Int64

    func verify(using _: some JWTAlgorithm) throws {}
}

private struct AccessGrant: Decodable {
    var access_token: String
    var expires_in: Int64?
}

private struct AccessRefusal: Decodable {
    var error: String
}
