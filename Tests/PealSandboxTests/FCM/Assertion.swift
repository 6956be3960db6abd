import JWTKit
import PealCore

/// A statement of who we are, as a test wants it: also a wrong one.
struct Assertion {
    var iss: String
    var scope = "https://www.googleapis.com/auth/firebase.messaging"
    var aud: String
    var iat: Int64
    var exp: Int64
    var pem: String

    init(account: [String: JSONValue], at now: Timestamp) {
        iss = account["client_email"]?.string ?? ""
        aud = account["token_uri"]?.string ?? ""
        pem = account["private_key"]?.string ?? ""
        iat = now.seconds
        exp = now.seconds + 3600
    }

    func signed() async throws -> Signed {
        let keys = JWTKeyCollection()
        await keys.add(rsa: try JWTKit.Insecure.RSA.PrivateKey(pem: pem), digestAlgorithm: .sha256)
        return Signed(text: try await keys.sign(Claims(iss: iss, scope: scope, aud: aud, iat: iat, exp: exp)))
    }

    struct Signed {
        var text: String
        var form: String { "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=\(text)" }
    }

    private struct Claims: JWTPayload {
        var iss: String
        var scope: String
        var aud: String
        var iat: Int64
        var exp: Int64

        func verify(using _: some JWTAlgorithm) throws {}
    }
}
