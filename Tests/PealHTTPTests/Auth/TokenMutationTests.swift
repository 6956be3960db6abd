import PealCore
import PealTesting
import Testing

@testable import PealHTTP

@Suite("Tokens that mean something else than their issuer wrote")
struct TokenMutationTests {
    @Test("are refused, whatever was changed after they were signed")
    func unsigned() async throws {
        let scene = try await TokenScene()
        var tried = 0
        for algorithm in TokenAlgorithm.allCases {
            let (head, claims) = (TokenScene.head(algorithm), TokenScene.claims)
            let text = try scene.token(try scene.key(algorithm), head, claims)
            #expect(await scene.tokens.stage(of: text) == nil)
            let parts = text.split(separator: ".").map(String.init)
            var mutants = try Self.bits(of: parts, seed: UInt64(tried) + 1)
            for (name, values) in Self.headValues {
                for value in values where head[name] != value {
                    mutants.append([try Self.part(head, name, value), parts[1], parts[2]])
                }
            }
            for (name, values) in Self.claimValues {
                for value in values where claims[name] != value {
                    mutants.append([parts[0], try Self.part(claims, name, value), parts[2]])
                }
            }
            mutants += Self.signatures(of: parts)
            for other in TokenAlgorithm.allCases where other != algorithm {
                let foreign = try scene.token(try scene.key(other), TokenScene.head(other), claims).split(
                    separator: "."
                )
                mutants.append([parts[0], parts[1], String(foreign[2])])
                mutants.append([String(foreign[0]), parts[1], parts[2]])
            }
            tried += mutants.count
            #expect(try await Self.accepted(mutants, scene.tokens) == [])
        }
        #expect(tried >= 1_500, "\(tried)")
    }

    @Test("are refused, also when the right key signed what no token may say")
    func signed() async throws {
        let scene = try await TokenScene()
        var tried = 0
        for algorithm in TokenAlgorithm.allCases {
            let key = try scene.key(algorithm)
            var mutants: [[String]] = []
            for (name, values) in Self.badClaims {
                for value in values {
                    for extra in Self.harmless {
                        let claims = TokenScene.claims.merging(extra) { $1 }.merging([name: value]) { $1 }
                            .filter { $0.value != Self.absent }
                        mutants.append([try scene.token(key, TokenScene.head(algorithm), claims)])
                    }
                }
            }
            for (name, values) in Self.headValues {
                for value in values where TokenScene.head(algorithm)[name] != value {
                    let head = TokenScene.head(algorithm).merging([name: value]) { $1 }.filter {
                        $0.value != Self.absent
                    }
                    mutants.append([try scene.token(key, head, TokenScene.claims)])
                }
            }
            tried += mutants.count
            #expect(try await Self.accepted(mutants, scene.tokens) == [])
        }
        #expect(tried >= 1_000, "\(tried)")
    }

    @Test("are refused when a stranger signed them, also with what is published of a key as a secret")
    func strangers() async throws {
        let scene = try await TokenScene()
        for algorithm in TokenAlgorithm.allCases {
            let stranger = TestKey.make(algorithm, kid: algorithm.rawValue)
            let text = try scene.token(stranger, TokenScene.head(algorithm), TokenScene.claims)
            #expect(await scene.tokens.stage(of: text) == .check(.signature))
        }
        for key in scene.keys where key.algorithm != .hs256 {
            for secret in [key.json, key.members, key.algorithm.rawValue] {
                let forged = TestKey.secret(Array(secret.utf8))
                for alg in TokenAlgorithm.allCases {
                    let head = TokenScene.head(key.algorithm).merging(["alg": .string(alg.rawValue)]) { $1 }
                    let text = try scene.token(forged, head, TokenScene.claims)
                    #expect(await scene.tokens.stage(of: text) != nil)
                }
            }
        }
    }

    private static let absent = JSONValue.string("absent")

    private static let headValues: [(String, [JSONValue])] = [
        (
            "alg",
            ["none", "None", "HS384", "HS512", "ES384", "RS384", "PS256", "Ed25519", "hs256", "", 256, .null, absent]
        ),
        ("kid", ["", "none", "../key", "HS256 ", 1, .null, absent]), ("typ", ["JWE", "at+jwt", "", 1, .null]),
        ("crit", [["exp"], []]), ("jwk", [["kty": "oct"]]), ("jku", ["https://id.example"]), ("x5c", [["MII"]]),
        ("x5u", ["https://id.example"]),
    ]

    private static let claimValues: [(String, [JSONValue])] = [
        ("sub", ["bob", "me", "", 1, .null, absent]), ("aud", ["other", ["other"], ["keys", "other"], absent]),
        ("iss", ["https://other.example", absent]), ("exp", [2_000_003_601, 9_000_000_000, absent]),
        ("nbf", [0, 1_999_999_999, absent]), ("iat", [0, absent]), ("admin", [true]), ("scope", ["*"]),
    ]

    /// Claims that no key makes acceptable.
    private static let badClaims: [(String, [JSONValue])] = [
        (
            "sub",
            ["me", "", 1, true, .null, absent, "a\u{0}", "a\n", .string(String(repeating: "a", count: 201)), ["ann"]]
        ),
        (
            "aud",
            ["elsewhere", "KEYS", "keys ", ["keys", "other"], ["keys", 1], [], 1, .null, absent, ["keys": true]]
        ),
        ("iss", ["https://id.example/", "https://ID.example", "", ["https://id.example"], 1, .null, absent]),
        (
            "exp",
            [
                0, -1, 1_999_999_995, 1_999_999_994.5, "2000003600", true, .null, absent, [2_000_003_600],
                9_000_000_000,
                1e300, 4_000_000_000,
            ]
        ),
        ("nbf", [2_000_000_006, 2_000_003_000, "0", true, .null, 1e300, [0]]),
        ("iat", [2_000_000_006, 2_000_003_000, "0", true, .null, 1e300, [0]]),
    ]

    /// Claims that make no difference.
    private static let harmless: [[String: JSONValue]] = [
        [:], ["jti": "1"], ["name": "Ann", "email": "ann@example.org"], ["roles": ["admin"]], ["scope": "*"],
    ]

    private static func part(_ members: [String: JSONValue], _ name: String, _ value: JSONValue) throws -> String {
        var changed = members
        changed[name] = value == absent ? nil : value
        return Base64URL.encode(Array(try TokenScene.text(changed).utf8))
    }

    /// Single bits of each part, turned around.
    private static func bits(of parts: [String], seed: UInt64) throws -> [[String]] {
        var choices = Choices(seed: seed)
        var mutants: [[String]] = []
        for (index, part) in parts.enumerated() {
            let bytes = try #require(Base64URL.decode(part))
            for _ in 0..<100 {
                var changed = bytes
                changed[choices.integer(in: 0...(bytes.count - 1))] ^=
                    1 << choices.integer(in: 0...7 as ClosedRange<UInt8>)
                var mutant = parts
                mutant[index] = Base64URL.encode(changed)
                mutants.append(mutant)
            }
        }
        return mutants
    }

    /// Signatures that are shorter, longer, of zeros or of ones.
    private static func signatures(of parts: [String]) -> [[String]] {
        guard let bytes = Base64URL.decode(parts[2]) else { return [] }
        let shorter = (0..<min(bytes.count, 32)).map { Array(bytes.prefix($0)) }
        let others: [[UInt8]] = [
            bytes + [0], [0] + bytes, bytes + bytes, bytes.reversed(), bytes.map { _ in 0 }, bytes.map { _ in 0xFF },
            bytes.map { _ in 1 },
        ]
        return (shorter + others).map { [parts[0], parts[1], Base64URL.encode($0)] }
    }

    /// Those that are accepted.
    private static func accepted(_ mutants: [[String]], _ tokens: UserTokens) async throws -> [String] {
        var accepted: [String] = []
        for mutant in mutants {
            let text = mutant.joined(separator: ".")
            if await tokens.stage(of: text) == nil { accepted.append(text) }
        }
        return accepted
    }
}
