import Crypto
import FoundationEssentials
import PealCore
import PealTesting
import Testing

@testable import PealAPNs

@Suite("The provider token")
struct APNsTokenTests {
    private static func source(_ clock: TestClock) -> APNsToken {
        APNsToken(
            key: APNsFixtures.signingKey,
            keyID: APNsFixtures.keyID,
            teamID: APNsFixtures.teamID,
            now: { clock.now }
        )
    }

    private static func decoded(_ part: Substring) -> [UInt8] {
        var text = String(part).replacing("-", with: "+").replacing("_", with: "/")
        while !text.utf8.count.isMultiple(of: 4) { text += "=" }
        return Data(base64Encoded: text).map { Array($0) } ?? []
    }

    @Test("is an ES256 JWT with a raw signature that the key's other half verifies")
    func shape() throws {
        let clock = TestClock(Timestamp(seconds: 1_700_000_000))
        let bearer = try #require(Self.source(clock).bearer())
        #expect(bearer.header.hasPrefix("bearer "))
        let parts = bearer.header.dropFirst("bearer ".count).split(separator: ".", omittingEmptySubsequences: false)
        try #require(parts.count == 3)
        #expect(String(decoding: Self.decoded(parts[0]), as: UTF8.self) == #"{"alg":"ES256","kid":"ABC123DEFG"}"#)
        #expect(String(decoding: Self.decoded(parts[1]), as: UTF8.self) == #"{"iss":"DEF123GHIJ","iat":1700000000}"#)
        let raw = Self.decoded(parts[2])
        #expect(raw.count == 64)
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: raw)
        let signed = Array("\(parts[0]).\(parts[1])".utf8)
        #expect(APNsFixtures.signingKey.publicKey.isValidSignature(signature, for: signed))
        #expect(!bearer.header.contains("="))
    }

    @Test(
        "is renewed after fifty minutes",
        arguments: [
            (0, false), (1_199, false), (1_200, false), (2_999, false), (3_000, true), (3_599, true), (9_000, true),
        ]
    )
    func renewal(seconds: Int, isNew: Bool) throws {
        let clock = TestClock()
        let source = Self.source(clock)
        let first = try #require(source.bearer())
        clock.advance(by: .seconds(seconds))
        let second = try #require(source.bearer())
        #expect((first != second) == isNew)
        #expect(second.mintedAt == (isNew ? clock.now : first.mintedAt))
    }

    @Test(
        "that Apple calls expired is replaced when it is twenty minutes old, not before",
        arguments: [(0, false), (1_199, false), (1_200, true), (2_000, true)]
    )
    func replacement(seconds: Int, isNew: Bool) throws {
        let clock = TestClock()
        let source = Self.source(clock)
        let first = try #require(source.bearer())
        clock.advance(by: .seconds(seconds))
        let second = source.replacement(of: first)
        #expect((second != nil) == isNew)
        // Whoever comes next with the same refused token gets the one that was made for it.
        #expect(source.replacement(of: first) == second)
        #expect(source.bearer() == (second ?? first))
    }

    @Test(
        "says how long it is until it may be replaced",
        arguments: [(0, 1_200), (600, 600), (1_199, 1), (1_200, 1), (5_000, 1), (-600, 1_200)]
    )
    func wait(age: Int, seconds: Int) throws {
        let clock = TestClock()
        let source = Self.source(clock)
        _ = try #require(source.bearer())
        clock.advance(by: .seconds(age))
        #expect(source.waitForReplacement() == .seconds(seconds))
    }

    @Test("outlives a clock that is set back a little, and not one that was far ahead")
    func clockSetBack() throws {
        let clock = TestClock()
        let source = Self.source(clock)
        let first = try #require(source.bearer())
        clock.advance(by: .seconds(-600))
        #expect(source.bearer() == first)
        clock.advance(by: .seconds(-600))
        #expect(source.bearer() != first)
    }

    @Test("is made once, however many senders ask at a time")
    func single() async {
        let source = Self.source(TestClock())
        let headers = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<1_000 { group.addTask { source.bearer()?.header } }
            return await group.reduce(into: Set<String?>()) { $0.insert($1) }
        }
        // ES256 is randomised: two mintings are never the same.
        #expect(headers.count == 1)
        #expect(!headers.contains(nil))
    }
}
