import PealCore
import Testing

@Suite("Names in two Unicode forms are two names, as in the store")
struct NameFormTests {
    private static let (composed, combined) = ("caf\u{E9}", "cafe\u{301}")

    @Test(
        "a mute covers the thread of its own form",
        arguments: [(composed, true), (combined, false), (nil, false)] as [(String?, Bool)]
    )
    func mute(thread: String?, isCovered: Bool) {
        let now = Timestamp(seconds: 1_800_000_000)
        let id = MuteID(UUIDv7(high: 1, low: 1))
        let mute = Mute(id: id, scope: .thread(Self.composed), until: nil, createdAt: now)
        #expect(mute.covers(category: "news", thread: thread, at: now) == isCovered)
    }

    @Test("a digest window is that of its own form")
    func window() {
        let window = DigestWindow(closesAt: Timestamp(seconds: 1_800_000_000), pushedAt: nil)
        let history = PushHistory(windows: [Key(DigestWindowKey.digest("message", key: Self.composed)): window])
        #expect(history.windows[Key(DigestWindowKey.digest("message", key: Self.composed))] == window)
        #expect(history.windows[Key(DigestWindowKey.digest("message", key: Self.combined))] == nil)
    }
}
