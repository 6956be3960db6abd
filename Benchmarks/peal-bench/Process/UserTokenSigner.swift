import JWTKit
import JudgeKit
import PealCore

/// Signs the tokens of an app's users, with a secret that the app's server knows.
struct UserTokenSigner: Sendable {
    let app: String

    private static let secret = String(repeating: "s", count: 40)

    /// What the server has to be set to: the secret, and no limit that a benchmark's users would reach.
    var settings: [String: String] {
        [
            "PEAL_RATE_LIMITS_USER_RATE": "1000000", "PEAL_RATE_LIMITS_USER_BURST": "1000000",
            "PEAL_APPS_\(app.uppercased())_JWT_SECRET": Self.secret,
        ]
    }

    /// A token of each user, valid for a day.
    /// - Parameter users: the users.
    /// - Returns: their tokens, in the same order.
    /// - Throws: what signing does.
    func tokens(of users: [String]) async throws -> [String] {
        let keys = JWTKeyCollection()
        await keys.add(hmac: HMACKey(from: Self.secret), digestAlgorithm: .sha256)
        let expires = Stopwatch.wallClock.seconds + 86_400
        var tokens: [String] = []
        for user in users { tokens.append(try await keys.sign(Claims(sub: user, aud: app, exp: expires))) }
        return tokens
    }

    private struct Claims: JWTPayload {
        var sub: String
        var aud: String
        var exp: Int64

        func verify(using _: some JWTAlgorithm) throws {}
    }
}
