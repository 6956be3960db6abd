import Foundation
import PealCore
import Testing

@testable import PealHTTP

@Suite("Each check of a token refuses one that nothing else refuses")
struct LoneCheckTests {
    struct Example: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var stage: TokenRefusal.Stage
        var algorithm = TokenAlgorithm.eddsa
        /// Changes the usual head and claims.
        var change: @Sendable (_ head: inout [String: JSONValue], _ claims: inout [String: JSONValue]) -> Void = {
            _,
            _ in
        }
        /// Changes the text that was signed with a key.
        var write: (@Sendable (TokenScene, TestKey, String) throws -> String)?
        var policy: @Sendable (inout TokenPolicy) -> Void = { _ in }
        /// Takes the check away.
        var remove: @Sendable (inout TokenRules) -> Void

        /// An example of a condition.
        static func check(
            _ check: TokenCheck,
            algorithm: TokenAlgorithm = .eddsa,
            change: @escaping @Sendable (inout [String: JSONValue], inout [String: JSONValue]) -> Void = { _, _ in },
            policy: @escaping @Sendable (inout TokenPolicy) -> Void = { _ in }
        ) -> Example {
            Example(
                testDescription: check.rawValue,
                stage: .check(check),
                algorithm: algorithm,
                change: change,
                policy: policy,
                remove: { $0.checks.remove(check) }
            )
        }
    }

    static let conditions: [Example] = [
        .check(.algorithm, algorithm: .rs256, policy: { $0.algorithms = [.hs256, .es256, .eddsa] }),
        .check(.extensions) { head, _ in head["crit"] = ["exp"] },
        .check(.ownKeys) { head, _ in head["jku"] = "https://id.example/keys" },
        .check(.type) { head, _ in head["typ"] = "logout+jwt" },
        .check(.pinnedAlgorithm) { head, _ in head["alg"] = "ES256" },
        .check(.issuer) { _, claims in claims["iss"] = "https://other.example" },
        .check(.expiry) { _, claims in
            claims["exp"] = 1_999_999_995
            claims["iat"] = 1_999_999_000
            claims["nbf"] = nil
        },
        .check(.reach) { _, claims in
            claims["exp"] = .integer(2_000_000_000 + 31 * 86_400 + 6)
            claims["iat"] = nil
        },
        .check(.lifetime) { _, claims in
            claims["exp"] = .integer(2_000_000_000 + 20 * 86_400)
            claims["iat"] = .integer(2_000_000_000 - 12 * 86_400)
        },
        .check(.notBefore) { _, claims in claims["nbf"] = 2_000_000_006 },
        .check(.issuedAt) { _, claims in claims["iat"] = 2_000_000_006 },
        .check(.subject) { _, claims in claims["sub"] = "me" },
        Example(
            testDescription: "signature",
            stage: .check(.signature),
            write: { scene, key, text in
                var signature = try key.sign(Array(text.utf8))
                signature[40] ^= 1
                return "\(text).\(Base64URL.encode(signature))"
            },
            remove: { $0.checks.remove(.signature) }
        ),
    ]

    static let stages: [Example] = [
        Example(
            testDescription: "size",
            stage: .form,
            change: { _, claims in claims["x"] = .string(String(repeating: "x", count: 7_000)) },
            remove: { $0.form.sizeLimit = .max }
        ),
        Example(
            testDescription: "three parts",
            stage: .form,
            write: { scene, key, text in try scene.signed(key, text) + ".x" },
            remove: { $0.form.parts = 3...4 }
        ),
        Example(
            testDescription: "strict base64url",
            stage: .form,
            write: { scene, key, text in
                let parts = text.split(separator: ".")
                return try scene.signed(key, "\(parts[0])=.\(parts[1])")
            },
            remove: { rules in rules.form.decode = { Base64URL.decode($0.filter { $0 != "=" }) } }
        ),
        Example(
            testDescription: "each member once",
            stage: .form,
            write: { scene, key, text in
                let claims = try TokenScene.text(TokenScene.claims).dropLast() + #","sub":"bob"}"#
                return try scene.token(key, TokenScene.text(TokenScene.head(key.algorithm)), String(claims))
            },
            remove: { rules in
                rules.form.read = { try? JSONDecoder().decode(JSONValue.self, from: Data($0)) }
            }
        ),
        Example(
            testDescription: "one app",
            stage: .audience,
            change: { _, claims in claims["aud"] = ["keys", "other"] },
            remove: { $0.app = { $0.min() } }
        ),
        Example(
            testDescription: "an app of this server",
            stage: .audience,
            change: { _, claims in claims["aud"] = "elsewhere" },
            remove: { $0.app = { _ in "keys" } }
        ),
        Example(
            testDescription: "a key by its name",
            stage: .key,
            change: { head, _ in head["kid"] = nil },
            remove: { rules in rules.key = { _, keys in keys["EdDSA"] } }
        ),
    ]

    @Test("and is accepted when it is left out", arguments: conditions + stages)
    func alone(_ example: Example) async throws {
        var scene = try await TokenScene()
        example.policy(&scene.policy)
        var (head, claims) = (TokenScene.head(example.algorithm), TokenScene.claims)
        example.change(&head, &claims)
        let key = try scene.key(example.algorithm)
        let parts = try [head, claims].map { Base64URL.encode(Array(try TokenScene.text($0).utf8)) }
        let write = example.write ?? { scene, key, text in try scene.signed(key, text) }
        let text = try write(scene, key, parts.joined(separator: "."))
        var tokens = scene.tokens
        #expect(await tokens.stage(of: text) == example.stage)
        example.remove(&tokens.rules)
        #expect(await tokens.stage(of: text) == nil)
    }

    @Test("Every condition has an example")
    func all() {
        let named = Self.conditions.map(\.stage)
        #expect(TokenCheck.allCases.allSatisfy { named.contains(.check($0)) })
        #expect(named.count == TokenCheck.allCases.count)
    }
}
