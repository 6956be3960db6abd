import Testing

@testable import PealHTTP

@Suite("Sets of keys that tokens are verified with")
struct JSONWebKeySetTests {
    private static let secret = #""kty":"oct","k":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA""#
    private static let edwards = #""kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo""#
    private static let curve =
        #""kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0""#

    struct Example: Sendable, CustomTestStringConvertible {
        var testDescription: String { keys }
        var keys: String
        var origin = JSONWebKey.Origin.file
        var names: [String?] = []
        var faults: [String] = []
        var others: [String] = []
    }

    static let examples: [Example] = [
        Example(keys: "{\(secret)}", names: [nil]),
        Example(keys: "{\(secret)}", origin: .url, faults: ["a key without a kid is a secret, which no URL may hold"]),
        Example(keys: #"{"kid":"a",\#(edwards)},{"kid":"b",\#(curve),"use":"sig","alg":"ES256"}"#, names: ["a", "b"]),
        Example(keys: #"{"kid":"a",\#(edwards),"key_ops":["verify"]}"#, origin: .url, names: ["a"]),
        Example(keys: #"{"kid":"a",\#(secret),"key_ops":["sign"]}"#, names: ["a"]),
        Example(keys: #"{"kid":"a",\#(edwards),"key_ops":["sign"]}"#, others: [#"key "a" is not for verifying"#]),
        Example(keys: #"{"kid":"a",\#(curve),"use":"enc"}"#, others: [#"key "a" is not for signatures"#]),
        Example(
            keys: #"{"kid":"a",\#(curve),"alg":"ES384"}"#,
            others: [#"key "a" is for another algorithm than ES256"#]
        ),
        Example(
            keys: #"{"kid":"a",\#(secret),"alg":"HS512"}"#,
            others: [#"key "a" is for another algorithm than HS256"#]
        ),
        Example(
            keys: #"{"kid":"a","kty":"EC","crv":"P-384","x":"AA","y":"AA"}"#,
            others: [#"key "a" is of a kind that no accepted algorithm uses"#]
        ),
        Example(
            keys: #"{"kid":"a",\#(edwards),"d":"AA"}"#,
            faults: [#"key "a" is a private key; Peal needs the public part only"#]
        ),
        Example(keys: #"{"kid":"a","kty":"oct","k":"c2hvcnQ"}"#, faults: [#"key "a" has fewer than 32 bytes"#]),
        Example(keys: #"{"kid":"a","kty":"oct","k":"="}"#, faults: [#"key "a" has no valid `k`"#]),
        Example(keys: #"{"kid":"a","kty":"OKP","crv":"Ed25519","x":"AA"}"#, faults: [#"key "a" has no valid `x`"#]),
        Example(
            keys: #"{"kid":"a","kty":"EC","crv":"P-256","x":"AA","y":"AA"}"#,
            faults: [#"key "a" has no valid `x` and `y`"#]
        ),
        Example(
            keys: #"{"kid":"a","kty":"RSA","n":"\#(String(repeating: "_", count: 171))w","e":"AQAB"}"#,
            faults: [#"key "a" has 1032 bits; RS256 needs 2048 to 8192"#]
        ),
        Example(
            keys: #"{"kid":"a","kty":"RSA","n":"\#(String(repeating: "_", count: 344))","e":"AQ"}"#,
            faults: [#"key "a" has no valid `e`"#]
        ),
        Example(
            keys: #"{"kid":"a","kty":"RSA","n":"\#(String(repeating: "_", count: 344))","e":"AAEAAQ"}"#,
            names: ["a"]
        ),
        Example(keys: #"{"kid":"a"}"#, faults: [#"key "a" has no `kty`"#]),
        Example(keys: #"{"kid":7,\#(edwards)}"#, faults: ["a kid is not a text of 1 to 200 bytes"]),
        Example(keys: #"{"kid":"",\#(edwards)}"#, faults: ["a kid is not a text of 1 to 200 bytes"]),
        Example(keys: "7", faults: ["an entry is not an object"]),
        Example(
            keys: #"{"kid":"a",\#(edwards)},{"kid":"a",\#(curve)}"#,
            names: ["a"],
            faults: [#"key "a" appears more than once; the first one counts"#]
        ),
        Example(
            keys: #"{\#(edwards)},{"kid":"a",\#(curve)}"#,
            names: ["a"],
            faults: ["a key without a kid is one of several; give each a kid"]
        ),
        Example(keys: ""),
    ]

    @Test("are read entry by entry", arguments: examples)
    func read(_ example: Example) throws {
        let set = try #require(
            JSONWebKeySet(reading: Array(#"{"keys":[\#(example.keys)]}"#.utf8), from: example.origin)
        )
        #expect(set.keys.map(\.kid) == example.names)
        #expect(set.faults == example.faults)
        #expect(set.others == example.others)
    }

    @Test("leave out keys of algorithms that the app does not accept")
    func algorithms() throws {
        let text = #"{"keys":[{"kid":"a",\#(Self.edwards)},{"kid":"b",\#(Self.curve)}]}"#
        let set = try #require(JSONWebKeySet(reading: Array(text.utf8), from: .file, algorithms: [.es256]))
        #expect(set.keys.map(\.kid) == ["b"])
        #expect(set.others == [#"key "a" is for EdDSA, which the app does not accept"#])
    }

    @Test(
        "are nothing else",
        arguments: ["", "[]", "{}", #"{"keys":{}}"#, "{\"keys\":[\(String(repeating: "1,", count: 100))1]}"]
    )
    func nothing(text: String) {
        #expect(JSONWebKeySet(reading: Array(text.utf8), from: .file) == nil)
    }

    @Test("A point that is not on its curve is no key")
    func invalidPoint() async throws {
        let zeros = [UInt8](repeating: 0, count: 32)
        let key = JSONWebKey(kid: "a", material: .p256(x: zeros, y: zeros))
        await #expect(throws: UnusableKey.self) { try await KeySet([key]) }
        let (keys, faults) = await KeySet.usable([key])
        #expect(keys.isEmpty && faults == [#"key "a" is not a valid public key; export it again"#])
    }
}
