import PealCore
import PealCrypto
import Testing

@testable import PealHTTP

@Suite("Cursors")
struct CursorCodecTests {
    private let cursors: CursorCodec

    init() {
        let keyring = Keyring()
        for app in ["gss", "nhs"] as [AppID] { keyring.install(.generate(), app: app, version: 1) }
        cursors = CursorCodec(keyring: keyring)
    }

    @Test("A place comes back from its own listing, and from no other", arguments: ["n0190", "a", "ä|/", "{\"id\":1}"])
    func roundTrip(position: String) throws {
        let text = try #require(try cursors.encode(position, path: "/api/v1/triggers", app: "gss", user: "ann"))
        #expect(cursors.decode(text, path: "/api/v1/triggers", app: "gss", user: "ann") == position)
        #expect(cursors.decode(text, path: "/api/v1/triggers", app: "nhs", user: "ann") == nil)
        #expect(cursors.decode(text, path: "/api/v1/why", app: "gss", user: "ann") == nil)
        #expect(cursors.decode(text, path: "/api/v1/triggers", app: "gss", user: "ben") == nil)
        #expect(cursors.decode(text, path: "/api/v1/triggers", app: "gss", user: nil) == nil)
        #expect(cursors.decode(text, path: "/api/v1/triggers/", app: "gss", user: "ann") == nil)
        #expect(cursors.decode(text, path: "/api/v1/users/ann/notifications", app: "gss", user: "ann") == nil)
    }

    @Test(
        "Two users whose names and listings could be taken for one another have no cursor in common",
        arguments: [("/p|a", "b"), ("/p", "a%7Cb")] as [(String, UserID)]
    )
    func joined(path: String, user: UserID) throws {
        let text = try #require(try cursors.encode("b", path: "/p", app: "gss", user: "a|b"))
        #expect(cursors.decode(text, path: path, app: "gss", user: user) == nil)
    }

    @Test("A place cannot be read from its cursor, nor how far two of them are apart")
    func hidden() throws {
        let positions = (1000..<1010).map { "\($0).0" }
        let texts = try positions.map { try #require(try cursors.encode($0, path: "/p", app: "gss", user: "ann")) }
        #expect(Set(texts.map { $0.suffix(6) }).count == positions.count)
        for (position, text) in zip(positions, texts) {
            let bytes = try #require(Base64URL.decode(text))
            #expect(!String(decoding: bytes, as: UTF8.self).contains(position.prefix(4)))
            // The same page has the same text, or no client could ask whether it has changed.
            #expect(try cursors.encode(position, path: "/p", app: "gss", user: "ann") == text)
        }
        let long = String(repeating: "place", count: 200)
        let text = try #require(try cursors.encode(long, path: "/p", app: "gss", user: nil))
        #expect(cursors.decode(text, path: "/p", app: "gss", user: nil) == long)
    }

    @Test("A cursor stays valid when the key is replaced, until the old one is gone")
    func rotated() throws {
        let text = try #require(try cursors.encode("n0190", path: "/p", app: "gss", user: "ann"))
        cursors.keyring.install(.generate(), app: "gss", version: 2)
        #expect(cursors.decode(text, path: "/p", app: "gss", user: "ann") == "n0190")
        #expect(try cursors.encode("n0190", path: "/p", app: "gss", user: "ann") != text)
        cursors.keyring.forget(version: 1, app: "gss")
        #expect(cursors.decode(text, path: "/p", app: "gss", user: "ann") == nil)
    }

    @Test("The end of a listing has no cursor")
    func end() throws { #expect(try cursors.encode(nil, path: "/p", app: "gss", user: "ann") == nil) }

    @Test("A changed character is noticed, wherever it stands")
    func tampered() throws {
        let text = try #require(try cursors.encode("n01902a", path: "/p", app: "gss", user: "ann"))
        for index in text.indices {
            for other in ["A", "B", "=", " "] as [Character] where text[index] != other {
                var changed = text
                changed.replaceSubrange(index...index, with: String(other))
                #expect(cursors.decode(changed, path: "/p", app: "gss", user: "ann") == nil)
            }
        }
        #expect(cursors.decode(text + "A", path: "/p", app: "gss", user: "ann") == nil)
        #expect(cursors.decode(String(text.dropLast()), path: "/p", app: "gss", user: "ann") == nil)
    }

    @Test(
        "Text that no listing gave out is none",
        arguments: ["", "A", "n0190", "' OR 1=1", "____________", String(repeating: "A", count: 2_001)]
    )
    func garbage(text: String) { #expect(cursors.decode(text, path: "/p", app: "gss", user: "ann") == nil) }
}
