import Foundation
import PealCore
import Testing

@testable import PealHTTP

/// A server with one app, `keys`, whose tokens may be signed with any algorithm; the clock shows 2,000,000,000 s.
struct TokenScene: Sendable {
    static let now = Timestamp(seconds: 2_000_000_000)
    static let issuer = "https://id.example"

    let keys: [TestKey]
    var policy: TokenPolicy
    let ready: KeySet

    init() async throws {
        keys = TestKey.all
        policy = TokenPolicy(audience: "keys")
        policy.issuer = Self.issuer
        policy.leeway = .seconds(5)
        let set = try #require(JSONWebKeySet(reading: TestKey.set(keys), from: .file))
        ready = try await KeySet(set.keys)
    }

    /// The server, which also has an app `other` with the same keys.
    var tokens: UserTokens {
        UserTokens([
            "keys": TokenIssuer(policy: policy, keys: ready),
            "other": TokenIssuer(policy: TokenPolicy(audience: "other"), keys: ready),
        ])
    }

    func key(_ algorithm: TokenAlgorithm) throws -> TestKey {
        try #require(keys.first { $0.algorithm == algorithm })
    }

    /// The usual head of a key's tokens.
    static func head(_ algorithm: TokenAlgorithm) -> [String: JSONValue] {
        ["alg": .string(algorithm.rawValue), "kid": .string(algorithm.rawValue), "typ": "JWT"]
    }

    /// The usual claims.
    static let claims: [String: JSONValue] = [
        "sub": "ann", "aud": "keys", "iss": .string(issuer), "exp": 2_000_003_600, "nbf": 2_000_000_000,
        "iat": 2_000_000_000,
    ]

    /// A token that a key signed, whatever its head says.
    func token(_ key: TestKey, _ head: [String: JSONValue], _ claims: [String: JSONValue]) throws -> String {
        try token(key, Self.text(head), Self.text(claims))
    }

    /// The same from JSON texts.
    func token(_ key: TestKey, _ head: String, _ claims: String) throws -> String {
        try signed(key, "\(Base64URL.encode(Array(head.utf8))).\(Base64URL.encode(Array(claims.utf8)))")
    }

    /// A signature behind some text.
    func signed(_ key: TestKey, _ text: String) throws -> String {
        "\(text).\(Base64URL.encode(try key.sign(Array(text.utf8))))"
    }

    /// A JSON text with members in a fixed order.
    static func text(_ members: [String: JSONValue]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(members), as: UTF8.self)
    }
}

extension UserTokens {
    /// The stage that refuses a token; `nil` when it is accepted.
    func stage(of text: String) async -> TokenRefusal.Stage? {
        do {
            _ = try await verify(text, now: TokenScene.now)
            return nil
        } catch {
            return error.stage
        }
    }
}
