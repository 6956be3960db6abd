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
    func roundTrip(place: String) throws {
        let text = try #require(try cursors.encode(place, path: "/api/v1/triggers", app: "gss"))
        #expect(try cursors.decode(text, path: "/api/v1/triggers", app: "gss") == place)
        #expect(try cursors.decode(text, path: "/api/v1/triggers", app: "nhs") == nil)
        #expect(try cursors.decode(text, path: "/api/v1/why", app: "gss") == nil)
        #expect(try cursors.decode(text, path: "/api/v1/triggers/", app: "gss") == nil)
        #expect(try cursors.decode(text, path: "/api/v1/users/ann/notifications", app: "gss") == nil)
    }

    @Test("The end of a listing has no cursor")
    func end() throws { #expect(try cursors.encode(nil, path: "/p", app: "gss") == nil) }

    @Test("A changed character is noticed, wherever it stands")
    func tampered() throws {
        let text = try #require(try cursors.encode("n01902a", path: "/p", app: "gss"))
        for index in text.indices {
            for other in ["A", "B", "=", " "] as [Character] where text[index] != other {
                var changed = text
                changed.replaceSubrange(index...index, with: String(other))
                #expect(try cursors.decode(changed, path: "/p", app: "gss") == nil)
            }
        }
        #expect(try cursors.decode(text + "A", path: "/p", app: "gss") == nil)
        #expect(try cursors.decode(String(text.dropLast()), path: "/p", app: "gss") == nil)
    }

    @Test(
        "Text that no listing gave out is none",
        arguments: ["", "A", "n0190", "' OR 1=1", "____________", String(repeating: "A", count: 2_001)]
    )
    func garbage(text: String) throws { #expect(try cursors.decode(text, path: "/p", app: "gss") == nil) }
}
