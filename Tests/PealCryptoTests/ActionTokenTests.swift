import PealCore
import PealCrypto
import Testing

@Suite("Tokens of actions (R193)")
struct ActionTokenTests {
    private static let end = Timestamp(seconds: 1_800_000_000)
    private static let before = end - .milliseconds(1)
    private static let ntf = NotificationID(UUIDv7(milliseconds: 1_790_000_000_000, random: (1, 2)))
    private static let other = NotificationID(UUIDv7(milliseconds: 1_790_000_000_000, random: (1, 3)))

    private static func secret(_ byte: UInt8, _ app: AppID = "gss") -> ActionSecret {
        ActionSecret(Array(repeating: byte, count: 32), app: app)
    }

    private static let tokens = ActionTokens(["gss": [secret(1)], "match": [secret(1, "match")]])

    private func token(_ tokens: ActionTokens = tokens, app: AppID = "gss", until end: Timestamp = end) throws -> String
    {
        try #require(tokens.token(for: "late-10", of: Self.ntf, user: "ann", app: app, until: end))
    }

    @Test("A token has 43 characters, and holds for its app, user, notification and action until its end")
    func holds() throws {
        let token = try token()
        #expect(token.utf8.count == 43)
        let verified = try #require(Self.tokens.verify(token, for: "late-10", of: Self.ntf, now: Self.before))
        #expect(verified.app == "gss" && verified.belongs(to: "ann"))
        #expect(!verified.belongs(to: "ben") && !verified.belongs(to: "") && !verified.belongs(to: "ann\u{0}"))
        let match = try self.token(app: "match")
        #expect(Self.tokens.verify(match, for: "late-10", of: Self.ntf, now: Self.before)?.app == "match")
        #expect(match != token, "apps that share a secret have other keys")
        #expect(Self.tokens.token(for: "a", of: Self.ntf, user: "ann", app: "nhs", until: Self.end) == nil)
    }

    @Test(
        "It holds for no other action or notification, and not at its end",
        arguments: [("late-10", ntf, end), ("late-5", ntf, before), ("", ntf, before), ("late-10", other, before)]
    )
    func refused(action: String, of notification: NotificationID, at instant: Timestamp) throws {
        #expect(Self.tokens.verify(try token(), for: action, of: notification, now: instant) == nil)
    }

    @Test("Whatever single bit of a token is flipped, it is none", arguments: 0..<256)
    func changesBit(_ bit: Int) throws {
        let bytes = try #require(Base64Text.bytes(of: try token()))
        var changed = bytes
        changed[bit / 8] ^= 1 << UInt8(bit % 8)
        #expect(Self.tokens.verify(Base64Text.text(of: changed), for: "late-10", of: Self.ntf, now: Self.before) == nil)
    }

    @Test("A token has one text: no other character stands for the same bytes", arguments: 0..<43)
    func texts(index: Int) throws {
        var characters = Array(try token())
        let own = characters[index]
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/= \n"
        for character in alphabet where character != own {
            characters[index] = character
            let text = String(characters)
            #expect(Self.tokens.verify(text, for: "late-10", of: Self.ntf, now: Self.before) == nil, "\(text)")
        }
    }

    /// How a token becomes a text that is none.
    private static let otherTexts: [@Sendable (String) -> String] = [
        { _ in "" }, { _ in "a" }, { $0 + "=" }, { $0 + "A" }, { String($0.dropLast()) },
        { _ in String(repeating: "é", count: 21) + "a" },
    ]

    @Test("A text of another length is no token", arguments: otherTexts.indices)
    func lengths(index: Int) throws {
        let text = Self.otherTexts[index](try token())
        #expect(Self.tokens.verify(text, for: "late-10", of: Self.ntf, now: Self.before) == nil, "\(text)")
    }

    @Test("A secret that was replaced still verifies, and no longer signs; one that is gone does neither")
    func rotation() throws {
        let old = try token()
        let rotated = ActionTokens(["gss": [Self.secret(2), Self.secret(1)]])
        #expect(rotated.verify(old, for: "late-10", of: Self.ntf, now: Self.before)?.belongs(to: "ann") == true)
        let new = try token(rotated)
        #expect(rotated.verify(new, for: "late-10", of: Self.ntf, now: Self.before) != nil)
        #expect(
            Self.tokens.verify(new, for: "late-10", of: Self.ntf, now: Self.before) == nil,
            "it does not know the new one"
        )
        let ended = ActionTokens(["gss": [Self.secret(2)]])
        #expect(ended.verify(old, for: "late-10", of: Self.ntf, now: Self.before) == nil)
        #expect(ended.verify(new, for: "late-10", of: Self.ntf, now: Self.before) != nil)
    }

    @Test("A token made by another implementation: docs/replies.md describes it, Tests/Peers makes the same one")
    func vector() throws {
        let secret = ActionSecret(Array("an action secret of 32 bytes....".utf8), app: "gss")
        let id = try #require(NotificationID("ntf_01a207b8d271700c90865a8e31c2a5d9"))
        let made = ActionTokens(["gss": [secret]]).token(
            for: "late-10",
            of: id,
            user: "ann",
            app: "gss",
            until: Timestamp(seconds: 1_795_199_400)
        )
        #expect(made == "LkJ68msAkai3AKmmlG0Fute7_sZpHmR0B94xCbaHV1Q")
    }

    @Test("An end that no token can hold is the nearest one", arguments: [(-5, 0), (5_000_000_000, 4_294_967_295)])
    func farEnds(end: Int64, last: Int64) throws {
        let token = try token(until: Timestamp(seconds: end))
        #expect(Self.tokens.verify(token, for: "late-10", of: Self.ntf, now: Timestamp(seconds: last)) == nil)
        let before = Timestamp(seconds: last) - .milliseconds(1)
        #expect(Self.tokens.verify(token, for: "late-10", of: Self.ntf, now: before) != nil)
    }

    @Test("The end is rounded down to a second")
    func ends() throws {
        let token = try token(until: Self.end + .milliseconds(999))
        #expect(Self.tokens.verify(token, for: "late-10", of: Self.ntf, now: Self.end) == nil)
    }
}
