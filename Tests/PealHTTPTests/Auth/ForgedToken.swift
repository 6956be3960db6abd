import Foundation
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

    static func tokens() async throws -> PersonTokens {
        try await PersonTokens(keys: [
            "solo": [.init(kid: nil, secret: Array(solo.utf8))],
            "named": [.init(kid: "only", secret: Array(named.utf8))],
            "pair": [
                .init(kid: "first", secret: Array(pair[0].utf8)), .init(kid: "second", secret: Array(pair[1].utf8)),
            ],
        ])
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
