import Testing

@testable import PealCore

@Suite("The sealed form of texts")
struct NotificationTextTests {
    private static let texts = [
        NotificationText(title: "", body: ""),
        NotificationText(title: "Title", body: "Body", pushTitle: "", pushBody: "short", actions: "[]"),
        NotificationText(title: "Österreich 👩‍🚒", body: String(repeating: "ä", count: 63), pushBody: "B"),
        NotificationText(title: String(repeating: "t", count: 126), body: String(repeating: "b", count: 127)),
        NotificationText(title: "T", body: String(repeating: "long ", count: 40_000), actions: "{}"),
        NotificationText(title: "", body: "", data: #"{"version":7}"#),
    ]

    @Test("is read back as it was", arguments: texts)
    func again(_ text: NotificationText) {
        #expect(NotificationText(bytes: text.bytes) == text)
    }

    @Test("is nothing else: neither cut off, nor with something behind it", arguments: texts)
    func damaged(_ text: NotificationText) {
        #expect(NotificationText(bytes: text.bytes.dropLast()) == nil)
        #expect(NotificationText(bytes: text.bytes + [0]) == nil)
        #expect(NotificationText(bytes: [0] + text.bytes) == nil)
    }

    @Test(
        "says a length that no text has",
        arguments: [[], [255], [255, 255, 255, 255, 255, 255, 255], [0, 0, 0, 0, 0]]
    )
    func lengths(_ bytes: [UInt8]) {
        #expect(NotificationText(bytes: bytes) == nil)
    }
}
