import JWTKit
import PealCore

@testable import PealHTTP

/// A token that a test writes part by part.
struct ForgedToken: Sendable {
    var head = #"{"alg":"HS256","typ":"JWT"}"#
    var claims = #"{"sub":"ann","aud":"solo","exp":2000000000}"#
    var secret = Self.solo
    /// The hash behind the signature, whatever the head says.
    var hash = DigestAlgorithm.sha256
    /// Changes the parts after signing.
    var tamper: @Sendable (inout [String]) -> Void = { _ in }

    /// Secrets of 64 bytes, as HS512 asks for; `solo` has one without a name, `named` one with, `pair` two.
    static let solo = String(repeating: "solo", count: 16)
    static let named = String(repeating: "name", count: 16)
    static let pair = [String(repeating: "one ", count: 16), String(repeating: "two ", count: 16)]

    static func tokens() async throws -> UserTokens {
        UserTokens([
            "solo": try await issuer("solo", [(nil, solo)]), "named": try await issuer("named", [("only", named)]),
            "pair": try await issuer("pair", [("first", pair[0]), ("second", pair[1])]),
        ])
    }

    /// An app's issuer with secrets, whose clock is the server's.
    static func issuer(_ app: AppID, _ secrets: [(kid: String?, text: String)]) async throws -> TokenIssuer {
        var policy = TokenPolicy(audience: app.rawValue)
        policy.leeway = .zero
        let keys = secrets.compactMap { JSONWebKey(secret: Array($0.text.utf8), kid: $0.kid) }
        return TokenIssuer(policy: policy, keys: try await KeySet(keys))
    }

    func text() async throws -> String {
        let collection = JWTKeyCollection()
        await collection.add(hmac: HMACKey(from: Array(secret.utf8)), digestAlgorithm: hash)
        let signed = "\(Base64URL.encode(Array(head.utf8))).\(Base64URL.encode(Array(claims.utf8)))"
        let signature = try await collection.getKey().sign(Array(signed.utf8))
        var parts = signed.split(separator: ".").map(String.init) + [Base64URL.encode(signature)]
        tamper(&parts)
        return parts.joined(separator: ".")
    }
}
