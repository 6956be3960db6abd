import PealCore
import PealProviderKit
import PealTesting
import Testing

@testable import PealWebPush

@Suite("A message for a browser")
struct WebPushMessageEncoderTests {
    private static let peal =
        #"{"v":1,"op":"show","id":"ntf_1","type":"ride-picked-up","category":"rides","priority":"high","#
        + #""entity":"ride/r1","parent":"event/e1","root":"group/g1","thread":"ride/r1","group":"ride/r1","#
        + #""link":"peal://rides/r1","badge":3,"badgeVersion":7,"actions":[],"#
        + #""sentAt":"2026-11-20T18:00:00Z"}"#

    private static func text(_ message: PushMessage, limit: Int = 3993) -> String? {
        WebPushMessageEncoder.encode(message, limit: limit).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        "is title, body, tag and the common payload; silent when no sound is named, replaced by the collapse key",
        arguments: [
            (.fixture(platform: .web), #""tag":"ntf_1""#),
            (.fixture(platform: .web, collapseKey: "eta", sound: nil), #""tag":"eta","silent":true"#),
        ] as [(PushMessage, String)]
    )
    func shape(_ message: PushMessage, own: String) {
        let text = #"{"title":"Ride","body":"Your driver is here",\#(own),"peal":\#(Self.peal)}"#
        #expect(Self.text(message) == text)
    }

    @Test("says it also in the declarative form where the link is a web address and there is room")
    func declarative() throws {
        let message = PushMessage.fixture(platform: .web, webLink: "https://app.example.com/rides/r1")
        let text = try #require(Self.text(message))
        let notification =
            #"{"web_push":8030,"notification":{"title":"Ride","body":"Your driver is here","tag":"ntf_1","#
            + #""navigate":"https://app.example.com/rides/r1","app_badge":"3"},"title":"Ride","#
        #expect(text.hasPrefix(notification))
        let short = try #require(Self.text(message, limit: text.utf8.count - 1))
        #expect(short.hasPrefix(#"{"title":"Ride","body":"Your driver is here""#))
    }

    @Test("has the options that a browser knows, at the top and in the declarative form (P10)")
    func options() throws {
        let look = PushAppearance(
            image: "https://cdn.example/r1.jpg",
            icon: "https://app.example/icon.png",
            badgeIcon: "https://app.example/badge.png",
            locale: "de-AT",
            sentAt: Timestamp(milliseconds: 1_500)
        )
        let options =
            #""tag":"eta","icon":"https://app.example/icon.png","badge":"https://app.example/badge.png","#
            + #""image":"https://cdn.example/r1.jpg","lang":"de-AT","dir":"ltr","timestamp":1500,"#
            + #""requireInteraction":true,"renotify":true"#
        let message = PushMessage.fixture(
            platform: .web,
            collapseKey: "eta",
            priority: .critical,
            webLink: "https://app.example/rides/r1",
            appearance: look
        )
        let text = try #require(Self.text(message))
        #expect(text.split(separator: options).count == 3)
        #expect(text.contains(options + #","navigate":"https://app.example/rides/r1","app_badge":"3"}"#))
    }

    @Test("a silent one is not heard again, and no badge is set where nothing counts (P5, P10)")
    func quiet() throws {
        let message = PushMessage.fixture(
            platform: .web,
            collapseKey: "eta",
            sound: nil,
            badge: nil,
            payload: .fixture(badge: nil, badgeVersion: nil),
            webLink: "https://app.example/rides/r1"
        )
        let text = try #require(Self.text(message))
        #expect(!text.contains("renotify") && !text.contains("badge"))
        #expect(text.contains(#""silent":true"#))
    }

    @Test("carries all actions in their order, with their places")
    func actions() throws {
        let actions = (1...5).map {
            PushPayload.Action(id: "a\($0)", title: "A \($0)", kind: "quick-reply", place: $0 > 2 ? .more : nil)
        }
        let text = try #require(Self.text(.fixture(platform: .web, payload: .fixture(actions: actions))))
        #expect(text.contains(#"{"id":"a2","title":"A 2","kind":"quick-reply"},{"id":"a3""#))
        #expect(text.contains(#""id":"a5","title":"A 5","kind":"quick-reply","place":"more"}"#))
    }

    @Test("is shortened by whole characters until it fits, the body first", arguments: ["a", "é", "👩‍👩‍👧‍👦", "\n", "\""])
    func fitting(_ character: String) throws {
        for count in [500, 4000, 9000] {
            let body = String(repeating: character, count: count)
            let text = try #require(WebPushMessageEncoder.encode(.fixture(platform: .web, body: body)))
            #expect(text.count <= MessageEncryption.textLimit)
            let written = String(decoding: text, as: UTF8.self)
            #expect(!written.contains("\u{FFFD}"))
            #expect(written.contains(#""title":"Ride""#))
            if character == "👩‍👩‍👧‍👦" {
                let kept = try #require(written.firstRange(of: #""body":""#).map { written[$0.upperBound...] })
                #expect(kept.prefix { $0 != "…" && $0 != "\"" }.allSatisfy { String($0) == character })
            }
            // No more is cut than has to be.
            if count == 9000 { #expect(text.count > MessageEncryption.textLimit - 64) }
        }
    }

    @Test("takes the title only when no body is left, and gives up when nothing is")
    func title() throws {
        let long = String(repeating: "t", count: 5000)
        let text = try #require(Self.text(.fixture(platform: .web, title: long, body: "gone")))
        #expect(text.utf8.count <= 3993)
        #expect(text.contains(#""body":"""#))
        var payload = PushPayload.fixture()
        payload.link = "peal://" + long
        #expect(Self.text(.fixture(platform: .web, payload: payload)) == nil)
    }

    @Test(
        "says how urgent it is",
        arguments: [(Priority.critical, "high"), (.high, "high"), (.normal, "normal"), (.low, "low")]
    )
    func urgency(_ priority: Priority, urgency: String) {
        let headers = PushMessage.fixture(platform: .web, priority: priority).webPushHeaders.fields
        #expect(headers.first { $0.name == "Urgency" }?.value == urgency)
        #expect(headers.first { $0.name == "Content-Encoding" }?.value == "aes128gcm")
    }

    @Test(
        "says for how long it counts, in seconds rounded up and at least one",
        arguments: [
            (Duration.seconds(-5), "1"), (.zero, "1"), (.milliseconds(1), "1"), (.milliseconds(999), "1"),
            (.seconds(1), "1"),
            (.milliseconds(1001), "2"), (.milliseconds(1999), "2"), (.seconds(90), "90"),
            (.seconds(2_419_200), "2419200"),
            (.seconds(9_999_999), "2419200"),
        ]
    )
    func timeToLive(_ wanted: Duration, header: String) {
        let headers = PushMessage.fixture(platform: .web, timeToLive: wanted).webPushHeaders.fields
        #expect(headers.first { $0.name == "TTL" }?.value == header)
    }

    @Test("has the topic of its collapse key, or its own")
    func topic() {
        let eta = PushMessage.topic(of: "eta")
        // The start of base64url(SHA-256("eta")).
        #expect(eta.utf8.count == 32)
        #expect(PushMessage.topic(of: "") == "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NM")
        #expect(PushMessage.fixture(collapseKey: "eta").webPushHeaders.topic == eta)
        #expect(PushMessage.fixture().webPushHeaders.topic == PushMessage.topic(of: "ntf_1"))
        #expect(PushMessage.fixture(collapseKey: "eta").webPushHeaders.fields.contains { $0 == ("Topic", eta) })
    }

    @Test("is base64url where it has to be", arguments: 0..<20)
    func base64url(_ count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: 251 &* ($0 + 1)) }
        #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
        #expect(Base64URL.encode([251, 255, 254]) == "-__-")
    }
}
