import Crypto
import PealCore
import PealTesting
import Testing

@testable import PealSandbox
@testable import PealWebPush

@Suite("The sender's signature")
struct VAPIDTests {
    /// RFC 8292, 2.4.
    private static let example =
        "vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3Njgs"
        + "InN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmys"
        + "azNjjvW2L9OkSSHzvoD1oA, k=\(exampleKey)"
    private static let exampleKey =
        "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"
    private static let exampleEnd: Int64 = 1_453_523_768
    private static let audience = "https://push.example.net"

    private static func check(at seconds: Int64) -> VAPIDCheck {
        VAPIDCheck(world: SandboxWorld(now: { Timestamp(seconds: seconds) }, wait: { _ in }, random: { 1 }))
    }

    private static func mark(_ key: String) throws -> [UInt8] {
        BrowserSubscriptions.mark(of: try #require(Base64URL.decode(key)))
    }

    @Test("of RFC 8292 holds")
    func rfc8292() throws {
        let check = Self.check(at: Self.exampleEnd - 3600)
        let mark = try Self.mark(Self.exampleKey)
        for _ in 0..<2 {
            #expect(throws: Never.self) {
                try check.admit(Self.example, audiences: [Self.audience], senderMark: mark)
            }
        }
    }

    @Test("is by the key of RFC 7515's example when it should be")
    func rfc7515() throws {
        let key = try #require(VAPIDKey("jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI"))
        let point =
            [4] + (try #require(Base64URL.decode("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU")))
            + (try #require(Base64URL.decode("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0")))
        #expect(key.applicationServerKey == Base64URL.encode(point))
        let input =
            "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
        let published = try #require(
            Base64URL.decode("DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q")
        )
        let publicKey = try P256.Signing.PublicKey(x963Representation: point)
        for signature in [published, try key.signature(of: input)] {
            let parsed = try P256.Signing.ECDSASignature(rawRepresentation: signature)
            #expect(publicKey.isValidSignature(parsed, for: Array(input.utf8)))
        }
    }

    @Test(
        "is refused",
        arguments: [
            (nil, 0, audience), ("", 0, audience), ("Bearer x", 0, audience), ("vapid t=x, k=y", 0, audience),
            (example.replacing("i3CYb7t4", with: "i3CYb7t5"), 0, audience), (example, 0, "https://push.example.com"),
            (example.replacing("k=BA1H", with: "k=BA1G"), 0, audience), (example, 3601, audience),
            (example, 3600, audience), (example, -24 * 3600, audience),
        ] as [(String?, Int64, String)]
    )
    func refused(_ header: String?, seconds: Int64, audience: String) throws {
        let check = Self.check(at: Self.exampleEnd - 3600 + seconds)
        let mark = try Self.mark(Self.exampleKey)
        #expect(throws: WebPushRefusal.self) {
            try check.admit(header, audiences: [audience], senderMark: mark)
        }
    }

    @Test("is refused when a subscription is another key's")
    func otherKey() throws {
        let error = try #require(throws: WebPushRefusal.self) {
            try Self.check(at: Self.exampleEnd - 3600)
                .admit(Self.example, audiences: [Self.audience], senderMark: [1, 2, 3])
        }
        #expect(error.message == "VAPID public key mismatch")
    }

    @Test("is ours, is taken, and is used for six hours")
    func cache() throws {
        let clock = TestClock()
        let key = VAPIDKey.generate()
        let tokens = VAPIDTokens(key: key, subject: "mailto:ops@example.com", now: { clock.now })
        let mark = try Self.mark(key.applicationServerKey)
        let world = SandboxWorld(now: { clock.now }, wait: { _ in }, random: { 1 })
        let check = VAPIDCheck(world: world)
        let first = try #require(tokens.authorization(origin: Self.audience))
        try check.admit(first, audiences: [Self.audience], senderMark: mark)
        #expect(tokens.authorization(origin: "https://other.example") != first)
        clock.advance(by: .seconds(6 * 3600 - 1))
        #expect(tokens.authorization(origin: Self.audience) == first)
        try check.admit(first, audiences: [Self.audience], senderMark: mark)
        clock.advance(by: .seconds(1))
        let second = try #require(tokens.authorization(origin: Self.audience))
        #expect(second != first)
        try check.admit(second, audiences: [Self.audience], senderMark: mark)
        // A clock that was set back.
        clock.advance(by: .seconds(-24 * 3600))
        #expect(tokens.authorization(origin: Self.audience) != second)
    }

    @Test("is forgotten for the oldest push service when there are too many")
    func bounded() {
        let clock = TestClock()
        let tokens = VAPIDTokens(key: .generate(), subject: "mailto:a@b", now: { clock.now })
        let first = tokens.authorization(origin: "https://0.example")
        for number in 1...VAPIDTokens.limit {
            clock.advance(by: .seconds(1))
            _ = tokens.authorization(origin: "https://\(number).example")
        }
        #expect(tokens.authorization(origin: "https://0.example") != first)
    }

    @Test(
        "needs a key",
        arguments: ["", "short", exampleKey, "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"]
    )
    func noKey(_ text: String) {
        #expect(VAPIDKey(text) == nil)
    }

    @Test("is made with the key in either form")
    func keyForms() throws {
        let key = P256.Signing.PrivateKey()
        let raw = try #require(VAPIDKey(Base64URL.encode(key.rawRepresentation) + "\n"))
        let pem = try #require(VAPIDKey(key.pemRepresentation))
        #expect(raw.applicationServerKey == pem.applicationServerKey)
        #expect(VAPIDKey(raw.secret)?.applicationServerKey == raw.applicationServerKey)
    }

    @Test("needs settings that can work, and names all that is wrong")
    func options() throws {
        let error = try #require(throws: WebPushConfigurationError.self) {
            try WebPushOptions(
                vapidPrivateKey: "x",
                subject: "ops",
                allowedHosts: ["*"],
                exceptions: ["host"],
                timeout: .zero
            )
        }
        #expect(error.problems.count == 5)
        #expect(!error.description.contains("x\""))
    }

    @Test("has a subject where the operator can be reached", arguments: ["mailto:a@b", "https://example.com/contact"])
    func subject(_ subject: String) throws {
        let options = try WebPushOptions(vapidPrivateKey: VAPIDKey.generate().secret, subject: subject)
        #expect(options.applicationServerKey.utf8.count == 87)
    }

    @Test(
        "refuses a subject that reaches nobody",
        arguments: ["", "mailto:", "mailto:a", "mailto:@b", "mailto:a@", "http://a.b", "https://", "mailto:a b@c"]
    )
    func noSubject(_ subject: String) {
        #expect(throws: WebPushConfigurationError.self) {
            try WebPushOptions(vapidPrivateKey: VAPIDKey.generate().secret, subject: subject)
        }
    }
}
