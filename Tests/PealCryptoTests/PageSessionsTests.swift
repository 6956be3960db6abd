import PealCore
import Testing

@testable import PealCrypto

@Suite("Sessions of hosted pages")
struct PageSessionsTests {
    private let sessions: PageSessions
    private static let start = Timestamp(milliseconds: 1_795_194_300_123)

    init() throws { sessions = PageSessions(try RootKey(base64: RootKey.generate())) }

    private static func session(_ app: AppID = "gss", _ user: UserID = "ann") -> PageSessions.Session {
        PageSessions.Session(app: app, user: user, issuedAt: start, expiresAt: start + .seconds(60))
    }

    @Test(
        "a token speaks for its user until it ends",
        arguments: ["ann", "日本", "a:b/c.d", "é", String(repeating: "u", count: 200)]
    )
    func roundTrip(_ user: String) {
        let session = Self.session("gss", UserID(user))
        let token = sessions.token(session)
        #expect(token.hasPrefix("ps_") && token.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
        #expect(sessions.verify(token, now: Self.start) == session)
        #expect(sessions.verify(token, now: Self.start + .milliseconds(59_999)) == session)
        #expect(sessions.verify(token, now: Self.start + .seconds(60)) == nil)
    }

    @Test("a token that was changed in any place is none")
    func changed() throws {
        let token = Array(sessions.token(Self.session()).utf8)
        try #require(token.count > 43)
        for index in token.indices {
            var other = token
            other[index] = other[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(sessions.verify(String(decoding: other, as: UTF8.self), now: Self.start) == nil, "\(index)")
        }
    }

    @Test("the key of another installation verifies nothing")
    func otherKey() throws {
        let other = PageSessions(try RootKey(base64: RootKey.generate()))
        #expect(other.verify(sessions.token(Self.session()), now: Self.start) == nil)
    }

    @Test("names cannot be moved between app and user")
    func names() {
        let one = sessions.token(Self.session("gs", "sann"))
        let other = sessions.token(Self.session("gss", "ann"))
        #expect(one != other)
        #expect(sessions.verify(one, now: Self.start)?.app == "gs")
    }

    @Test(
        "what is no token is refused",
        arguments: ["", "ps_", "ps_AAAA", "ann", "ps_!!!", "ps_" + String(repeating: "A", count: 2_000)]
    )
    func refused(_ text: String) { #expect(sessions.verify(text, now: Self.start) == nil) }
}
