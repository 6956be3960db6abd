import Foundation
import JWTKit
import PealCore
import Testing

@testable import PealHTTP

// begin: docs/identity.md
struct UserToken: JWTPayload {
    var sub: SubjectClaim
    var aud: AudienceClaim
    var iat: IssuedAtClaim
    var exp: ExpirationClaim

    func verify(using _: some JWTAlgorithm) throws { try exp.verifyNotExpired() }
}

func userToken(_ user: String, secret: String, now: Date) async throws -> String {
    let keys = await JWTKeyCollection().add(hmac: HMACKey(from: secret), digestAlgorithm: .sha256)
    return try await keys.sign(
        UserToken(
            sub: SubjectClaim(value: user),
            aud: AudienceClaim(value: ["reports"]),
            iat: IssuedAtClaim(value: now),
            exp: ExpirationClaim(value: now + 3600)
        )
    )
}
// end

@Suite("The Swift code of docs/identity.md")
struct DocumentedTokenTests {
    @Test("makes a token that is accepted for an hour")
    func accepted() async throws {
        let secret = String(repeating: "s", count: 32)
        let tokens = UserTokens(["reports": try await ForgedToken.issuer("reports", [(nil, secret)])])
        let now = Timestamp(seconds: 2_000_000_000)
        let text = try await userToken("rahul", secret: secret, now: Date(timeIntervalSince1970: 2_000_000_000))
        let expiresAt = now + .seconds(3600)
        let claims = try await tokens.verify(text, now: now)
        #expect(claims == .init(app: "reports", user: "rahul", issuedAt: now, expiresAt: expiresAt))
        #expect(await tokens.refusal(of: text, now: now + .seconds(3600)) == "the token has expired")
    }

    @Test("is what the page shows")
    func shown() throws {
        let root = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let page = try String(contentsOf: root.appending(path: "docs/identity.md"), encoding: .utf8)
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        let code = try #require(source.split(separator: "// begin: docs/identity.md\n").dropFirst().first)
        let snippet = try #require(code.split(separator: "// end\n").first)
        #expect(page.contains("```swift\n\(snippet)```\n"))
    }
}
