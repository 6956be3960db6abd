import PealCore
import PealProviderKit
import PealTesting
import Testing

@testable import PealAPNs

@Suite("The APNs encoder")
struct APNsMessageEncoderTests {
    private static let now = Timestamp(seconds: 1_000_000)

    private static func encode(_ message: PushMessage, critical: Bool = false) -> APNsPush? {
        APNsMessageEncoder(allowsCriticalAlerts: critical).encode(message, now: now)
    }

    private static func text(_ push: APNsPush?) -> String { String(decoding: push?.body ?? [], as: UTF8.self) }

    private static func peal(op: String) -> String {
        #""peal":{"v":1,"op":"\#(op)","id":"ntf_1","type":"ride-picked-up","category":"rides","priority":"high","#
            + #""entity":"ride/r1","parent":"event/e1","root":"group/g1","thread":"ride/r1","group":"ride/r1","#
            + #""link":"peal://rides/r1","badge":3,"badgeVersion":7,"actions":[],"#
            + #""sentAt":"2026-11-20T18:00:00Z"}}"#
    }

    @Test(
        "shows a notification as urgently as it is",
        arguments: [
            (Priority.low, false, 5, "passive", "0.25"), (.normal, false, 10, "active", "0.50"),
            (.high, false, 10, "active", "0.75"), (.critical, false, 10, "time-sensitive", "1"),
            (.low, true, 5, "time-sensitive", "0.25"), (.normal, true, 10, "time-sensitive", "0.50"),
            (.high, true, 10, "time-sensitive", "0.75"),
        ]
    )
    func show(_ priority: Priority, bypasses: Bool, transport: Int, level: String, relevance: String) {
        let push = Self.encode(.fixture(platform: .ios, priority: priority, bypassesDoNotDisturb: bypasses))
        let aps =
            #"{"aps":{"alert":{"title":"Ride","body":"Your driver is here"},"badge":3,"sound":"default","#
            + #""thread-id":"ride/r1","category":"ride","interruption-level":"\#(level)","#
            + #""relevance-score":\#(relevance)},"#
        #expect(
            push
                == APNsPush(
                    kind: .alert,
                    priority: transport,
                    expiration: 1_003_600,
                    collapseID: "ntf_1",
                    body: Array((aps + Self.peal(op: "show")).utf8)
                )
        )
    }

    @Test(
        "makes a critical alert only of a critical one, and only where the app may have one",
        arguments: [(Priority.critical, true, true), (.critical, false, false), (.high, true, false)]
    )
    func critical(_ priority: Priority, isAllowed: Bool, isCritical: Bool) {
        let text = Self.text(Self.encode(.fixture(platform: .ios, priority: priority), critical: isAllowed))
        #expect(text.contains(#""sound":{"critical":1,"name":"default","volume":1}"#) == isCritical)
        #expect(text.contains(#""interruption-level":"critical""#) == isCritical)
    }

    @Test("sounds as it is told: by name, or not at all, critical or not")
    func sound() {
        #expect(Self.text(Self.encode(.fixture(sound: "chime.caf"))).contains(#""sound":"chime.caf""#))
        #expect(!Self.text(Self.encode(.fixture(priority: .critical, sound: nil))).contains(#""sound""#))
        let alarm = Self.text(Self.encode(.fixture(priority: .critical, sound: nil), critical: true))
        #expect(!alarm.contains(#""sound""#) && alarm.contains(#""interruption-level":"critical""#))
    }

    @Test(
        "tells an app silently what is no notification",
        arguments: [
            ("clear", APNsPush.Kind.background, #"{"content-available":1}"#),
            ("sync", .background, #"{"content-available":1}"#), ("badge", .alert, #"{"badge":3}"#),
        ]
    )
    func silent(_ op: String, kind: APNsPush.Kind, aps: String) {
        for priority in [Priority.critical, .high, .normal, .low] {
            let push = Self.encode(.fixture(priority: priority, payload: .fixture(op: op)), critical: true)
            #expect(
                push
                    == APNsPush(
                        kind: kind,
                        priority: 5,
                        expiration: 1_003_600,
                        collapseID: nil,
                        body: Array((#"{"aps":\#(aps),"# + Self.peal(op: op)).utf8)
                    )
            )
        }
    }

    @Test(
        "says until when it is worth delivering",
        arguments: [
            (Duration.seconds(60), Int64(1_000_060)), (.milliseconds(1_900), 1_000_002), (.zero, 1_000_001),
            (.milliseconds(900), 1_000_001), (.milliseconds(1), 1_000_001), (.seconds(1), 1_000_001),
            (.seconds(-5), 1_000_001), (.seconds(90 * 24 * 3600), 1_000_000 + 30 * 24 * 3600),
        ]
    )
    func expiration(_ life: Duration, expected: Int64) {
        #expect(Self.encode(.fixture(timeToLive: life))?.expiration == expected)
    }

    @Test("replaces by the catalog's collapse key where there is one, in at most 64 bytes")
    func collapse() {
        #expect(Self.encode(.fixture(collapseKey: "eta"))?.collapseID == "eta")
        let long = String(repeating: "é", count: 33)
        let key = Self.encode(.fixture(collapseKey: long))?.collapseID
        #expect(key == ShortKey.fit(long, limit: 64))
        #expect(key?.utf8.count == 64)
    }

    @Test("carries the actions in the common payload and names the category that shows them")
    func actions() {
        let action = PushPayload.Action(id: "ok", title: "On time", kind: "quick-reply", token: "t")
        let text = Self.text(Self.encode(.fixture(payload: .fixture(actions: [action]))))
        #expect(text.contains(#""category":"ride""#))
        #expect(text.contains(#""actions":[{"id":"ok","title":"On time","kind":"quick-reply","token":"t"}]"#))
    }

    @Test("names a picture in the common payload and asks for the service extension that fetches it (P10)")
    func image() {
        let address = "https://cdn.example/r1.jpg"
        let message = PushMessage.fixture(
            payload: .fixture(image: address),
            appearance: PushAppearance(image: address, color: "#1a73e8")
        )
        let text = Self.text(Self.encode(message))
        #expect(text.contains(#""mutable-content":1,"interruption-level""#))
        #expect(text.contains(#""badgeVersion":7,"image":"https://cdn.example/r1.jpg","actions""#))
        #expect(!Self.text(Self.encode(.fixture())).contains("mutable-content"))
    }

    @Test("leaves the app's own number alone where no inbox counts (P5)")
    func noBadge() {
        let text = Self.text(Self.encode(.fixture(badge: nil, payload: .fixture(badge: nil, badgeVersion: nil))))
        #expect(!text.contains("badge"))
        #expect(Self.text(Self.encode(.fixture(badge: 0))).contains(#""badge":0,"sound""#))
    }

    @Test("shortens a text that is too long by whole characters")
    func fits() throws {
        let family = "👩‍👩‍👧‍👦"
        let push = try #require(Self.encode(.fixture(body: String(repeating: family, count: 2_000))))
        #expect(push.body.count <= 4096)
        #expect(push.body.count > 4096 - 2 * family.utf8.count)
        #expect(Self.text(push).contains(family + #"…""#))
    }

    @Test("leaves a text alone that just fits")
    func exactFit() throws {
        let frame = try #require(Self.encode(.fixture(body: ""))).body.count
        let exact = try #require(Self.encode(.fixture(body: String(repeating: "x", count: 4096 - frame))))
        #expect(exact.body.count == 4096)
        #expect(!Self.text(exact).contains("…"))
        let over = try #require(Self.encode(.fixture(body: String(repeating: "x", count: 4097 - frame))))
        #expect(over.body.count <= 4096)
        #expect(Self.text(over).contains("x…"))
    }

    @Test("shortens the title when the body is gone, and gives up when nothing helps")
    func tooLarge() throws {
        let long = String(repeating: "\"", count: 9_000)
        let push = try #require(Self.encode(.fixture(title: long, body: long)))
        #expect(push.body.count <= 4096)
        #expect(Self.text(push).contains(#""body":"""#))
        #expect(Self.encode(.fixture(payload: .fixture(type: long))) == nil)
        #expect(Self.encode(.fixture(payload: .fixture(op: "sync", type: long))) == nil)
    }
}
