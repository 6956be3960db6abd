import PealCore
import PealProviderKit
import PealTesting
import Testing

@Suite("A message that was too large")
struct ReducedMessageTests {
    /// Title, body and the payload, as a provider would write them.
    private static func write(_ message: PushMessage) -> [UInt8] {
        Array("\(message.title)|\(message.body)|".utf8) + message.payload.json()
            + Array((message.appearance.image ?? "").utf8)
    }

    private static func encoded(_ message: PushMessage) -> String? {
        var message = message
        message.isSmaller = true
        return message.encoded(within: 4096, write).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func body(_ text: String) -> String { String(text.split(separator: "|")[1]) }

    @Test(
        "loses the end of its body first, between two characters",
        arguments: ["Ein langer Satz. ", "👩‍👩‍👧 und noch einige andere Leute ", "e\u{301}", "日本語", "Привет, "]
    )
    func body(_ piece: String) throws {
        let text = String(repeating: piece, count: 600 / piece.utf8.count * 4)
        let message = PushMessage.fixture(body: text, payload: .fixture(image: "https://a.example/i.png"))
        let whole = Self.write(message)
        let smaller = try #require(Self.encoded(message))
        #expect(smaller.utf8.count <= whole.count / 2)
        let body = Self.body(smaller)
        #expect(body.hasSuffix("…") && text.hasPrefix(body.dropLast()) && body.count > 10)
        #expect(smaller.contains("i.png"), "what else it brings stays")
    }

    @Test("then everything that the device can do without")
    func options() throws {
        var payload = PushPayload.fixture(
            image: "https://a.example/\(String(repeating: "i", count: 300)).png",
            actions: [
                .init(
                    id: "yes",
                    title: "Yes",
                    kind: "quick-reply",
                    payload: ["note": .string(String(repeating: "n", count: 900))],
                    token: "kept"
                )
            ]
        )
        payload.data = ["large": .string(String(repeating: "d", count: 900))]
        let text = "Your driver waits at the main entrance of the station and calls you in a minute."
        let smaller = try #require(Self.encoded(.fixture(body: text, payload: payload)))
        #expect(!smaller.contains("nnn") && !smaller.contains("ddd") && !smaller.contains("iii"))
        #expect(smaller.contains("kept"), "the button still works")
        #expect(Self.body(smaller).hasPrefix("Your driver waits"))
    }

    @Test("is smaller in any case, or is not sent", arguments: ["", "Your driver is here"])
    func always(_ text: String) throws {
        let message = PushMessage.fixture(title: "A title of some length", body: text)
        let smaller = try #require(Self.encoded(message))
        #expect(smaller.utf8.count < Self.write(message).count)
        var silent = PushMessage.fixture(title: "", body: "", payload: .fixture(op: "sync"))
        #expect(Self.encoded(silent) == nil)
        silent.payload.data = ["a": .string("b")]
        #expect(Self.encoded(silent)?.contains("\"data\"") == false)
    }
}
