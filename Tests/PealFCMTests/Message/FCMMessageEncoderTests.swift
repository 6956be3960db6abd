import PealCore
import PealProviderKit
import PealTesting
import Testing

@testable import PealFCM

@Suite("The FCM encoder")
struct FCMMessageEncoderTests {
    private static let now = Timestamp(seconds: 1_000_000)
    private static let peal =
        #"{\"v\":1,\"op\":\"show\",\"id\":\"ntf_1\",\"type\":\"ride-picked-up\",\"category\":\"rides\",\"priority\":\"high\","#
        + #"\"entity\":\"ride/r1\",\"parent\":\"event/e1\",\"root\":\"group/g1\",\"thread\":\"ride/r1\",\"group\":\"ride/r1\","#
        + #"\"link\":\"peal://rides/r1\","#
        + #"\"badge\":3,\"badgeVersion\":7,\"actions\":[],\"sentAt\":\"2026-11-20T18:00:00Z\"}"#
    private static let start =
        #"{"message":{"token":"token-0123456789-0123456789-0123456789","#
        + #""notification":{"title":"Ride","body":"Your driver is here"},"data":{"peal":"\#(peal)"},"#

    private static func encode(_ message: PushMessage, critical: Bool = false) -> String? {
        FCMMessageEncoder(allowsCriticalAlerts: critical).encode(message, now: now).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    @Test(
        "gives Android its words",
        arguments: [
            (Priority.low, "NORMAL", "PRIORITY_LOW"), (.normal, "NORMAL", "PRIORITY_DEFAULT"),
            (.high, "HIGH", "PRIORITY_HIGH"), (.critical, "HIGH", "PRIORITY_MAX"),
        ]
    )
    func android(_ priority: Priority, transport: String, device: String) {
        let expected =
            Self.start + #""android":{"priority":"\#(transport)","ttl":"3600s","notification":{"tag":"ntf_1","#
            + #""channel_id":"rides","sound":"default","notification_count":3,"notification_priority":"\#(device)"}}}}"#
        #expect(Self.encode(.fixture(priority: priority)) == expected)
    }

    @Test(
        "gives iOS its words",
        arguments: [
            (Priority.low, "5", "passive", "0.25"), (.normal, "10", "active", "0.50"), (.high, "10", "active", "0.75"),
            (.critical, "10", "time-sensitive", "1"),
        ]
    )
    func ios(_ priority: Priority, transport: String, level: String, relevance: String) {
        let expected =
            Self.start + #""apns":{"headers":{"apns-priority":"\#(transport)","apns-expiration":"1003600","#
            + #""apns-push-type":"alert","apns-collapse-id":"ntf_1"},"payload":{"aps":{"badge":3,"sound":"default","#
            + #""thread-id":"ride/r1","category":"ride","interruption-level":"\#(level)","relevance-score":\#(relevance)}}}}}"#
        #expect(Self.encode(.fixture(platform: .ios, priority: priority)) == expected)
    }

    @Test("makes a critical alert on iOS only where the app may have one")
    func critical() {
        let message = PushMessage.fixture(platform: .ios, priority: .critical, sound: "alert")
        let allowed = Self.encode(message, critical: true) ?? ""
        #expect(allowed.contains(#""sound":{"critical":1,"name":"alert","volume":1}"#))
        #expect(allowed.contains(#""interruption-level":"critical""#))
        let plain = Self.encode(message) ?? ""
        #expect(plain.contains(#""sound":"alert""#))
        #expect(plain.contains(#""interruption-level":"time-sensitive""#))
    }

    @Test("keeps a critical alert of a type without sound silent", arguments: [true, false])
    func silentCritical(_ isAllowed: Bool) throws {
        let message = PushMessage.fixture(platform: .ios, priority: .critical, sound: nil)
        let text = try #require(Self.encode(message, critical: isAllowed))
        #expect(!text.contains(#""sound""#))
        #expect(text.contains(#""interruption-level":"\#(isAllowed ? "critical" : "time-sensitive")""#))
    }

    @Test(
        "is kept for a second at least when it is shown, however little of the lifetime is left",
        arguments: [.zero, .seconds(-1), .milliseconds(1), .milliseconds(900), .seconds(1)] as [Duration]
    )
    func noLifetime(left: Duration) throws {
        let ios = try #require(Self.encode(.fixture(platform: .ios, timeToLive: left)))
        #expect(ios.contains(#""apns-expiration":"1000001""#))
        let android = try #require(Self.encode(.fixture(timeToLive: left)))
        #expect(android.contains(#""ttl":"1s""#))
        let web = try #require(Self.encode(.fixture(platform: .web, timeToLive: left)))
        #expect(web.contains(#""TTL":"1""#))
    }

    @Test("asks to pass the device's do-not-disturb")
    func bypass() {
        let ios = Self.encode(.fixture(platform: .ios, priority: .normal, bypassesDoNotDisturb: true))
        #expect(ios?.contains(#""interruption-level":"time-sensitive""#) == true)
        let android = Self.encode(.fixture(priority: .normal, bypassesDoNotDisturb: true))
        #expect(android?.contains(#""notification_priority":"PRIORITY_MAX""#) == true)
    }

    @Test(
        "gives the web its words",
        arguments: [(Priority.low, "low"), (.normal, "normal"), (.high, "high"), (.critical, "high")]
    )
    func web(_ priority: Priority, urgency: String) {
        let stays = priority == .critical ? #","requireInteraction":true"# : ""
        let expected =
            Self.start + #""webpush":{"headers":{"TTL":"3600","Urgency":"\#(urgency)","#
            + #""Topic":"\#(ShortKey.topic("ntf_1"))"},"notification":{"tag":"ntf_1"\#(stays)}}}}"#
        #expect(Self.encode(.fixture(platform: .web, priority: priority)) == expected)
    }

    @Test(
        "wakes Android for what is shown where the app wants that, and never for what may wait (P9)",
        arguments: [
            (Priority.low, UrgencyPolicy.shown, "NORMAL"), (.normal, .shown, "HIGH"), (.high, .shown, "HIGH"),
            (.critical, .shown, "HIGH"), (.normal, .asPriority, "NORMAL"),
        ]
    )
    func urgency(_ priority: Priority, policy: UrgencyPolicy, transport: String) {
        let text = Self.encode(.fixture(priority: priority, urgency: policy)) ?? ""
        #expect(text.contains(#""android":{"priority":"\#(transport)""#))
        let silent = Self.encode(.fixture(priority: priority, payload: .fixture(op: "sync"), urgency: policy)) ?? ""
        #expect(silent.contains(#""android":{"priority":"NORMAL""#))
    }

    @Test("gives the web a link for Firebase's own service worker to open (P3)")
    func webLink() {
        let link = "https://app.example/rides/r1"
        let text = Self.encode(.fixture(platform: .web, webLink: link)) ?? ""
        #expect(text.hasSuffix(#""notification":{"tag":"ntf_1"},"fcm_options":{"link":"\#(link)"}}}}"#))
        #expect(Self.encode(.fixture(platform: .android, webLink: link))?.contains("fcm_options") == false)
    }

    @Test("is data alone for a browser whose worker draws it, and only there (P3)", arguments: Platform.allCases)
    func drawnByClient(_ platform: Platform) {
        let link = "https://app.example/rides/r1"
        let message = PushMessage.fixture(platform: platform, sound: nil, webLink: link, isDrawnByClient: true)
        let text = Self.encode(message) ?? ""
        guard platform == .web else {
            #expect(text.contains(#""notification":{"title":"Ride""#) && !text.contains(#""options":"#))
            return
        }
        let expected =
            #"{"message":{"token":"token-0123456789-0123456789-0123456789","data":{"peal":"\#(Self.peal)","title":"Ride","#
            + #""body":"Your driver is here","options":"{\"tag\":\"ntf_1\",\"silent\":true}"},"webpush":{"headers":"#
            + #"{"TTL":"3600","Urgency":"high","Topic":"\#(ShortKey.topic("ntf_1"))"}}}}"#
        #expect(text == expected)
    }

    private static let look = PushAppearance(
        image: "https://cdn.example/r1.jpg",
        color: "#1a73e8",
        icon: "https://app.example/icon.png",
        badgeIcon: "https://app.example/badge.png",
        visibility: .hidden,
        locale: "he",
        sentAt: Timestamp(milliseconds: 1_500)
    )

    @Test(
        "says how a notification looks, in each platform's words (P10)",
        arguments: [
            (
                Platform.android,
                ##""image":"https://cdn.example/r1.jpg","color":"#1a73e8","visibility":"PRIVATE","##
                    + #""event_time":"2026-11-20T18:00:00Z"}}}}"#
            ),
            (
                .ios,
                #""mutable-content":1,"interruption-level":"time-sensitive","relevance-score":1}},"#
                    + #""fcm_options":{"image":"https://cdn.example/r1.jpg"}}}}"#
            ),
            (
                .web,
                #""notification":{"tag":"ntf_1","icon":"https://app.example/icon.png","#
                    + #""badge":"https://app.example/badge.png","image":"https://cdn.example/r1.jpg","lang":"he","#
                    + #""dir":"rtl","timestamp":1500,"requireInteraction":true}}}}"#
            ),
        ]
    )
    func appearance(_ platform: Platform, expected: String) {
        let text = Self.encode(.fixture(platform: platform, priority: .critical, appearance: Self.look)) ?? ""
        #expect(text.hasSuffix(expected), "\(text)")
    }

    @Test("hands the look to an app that draws by itself")
    func drawnAppearance() {
        let action = PushPayload.Action(id: "ok", title: "On time", kind: "quick-reply")
        let text = Self.encode(.fixture(payload: .fixture(actions: [action]), appearance: Self.look)) ?? ""
        #expect(
            text.contains(
                ##""image":"https://cdn.example/r1.jpg","color":"#1a73e8","visibility":"private"},"android""##
            )
        )
    }

    @Test("sends no number where no inbox counts (P5)", arguments: Platform.allCases)
    func noBadge(_ platform: Platform) {
        let message = PushMessage.fixture(
            platform: platform,
            badge: nil,
            payload: .fixture(badge: nil, badgeVersion: nil)
        )
        let text = Self.encode(message) ?? ""
        #expect(!text.contains("badge") && !text.contains("notification_count"))
    }

    @Test("sends Android a message with actions as data alone, so that the app draws its buttons")
    func actions() throws {
        let action = PushPayload.Action(id: "ok", title: "On time", kind: "quick-reply", token: "t")
        let text = try #require(Self.encode(.fixture(priority: .low, payload: .fixture(actions: [action]))))
        #expect(
            text.hasSuffix(
                #""title":"Ride","body":"Your driver is here","tag":"ntf_1","channel":"rides","sound":"default"},"#
                    + #""android":{"priority":"HIGH","ttl":"3600s"}}}"#
            )
        )
        #expect(!text.contains(#""notification":"#))
        #expect(text.contains(#"{\"id\":\"ok\",\"title\":\"On time\",\"kind\":\"quick-reply\",\"token\":\"t\"}"#))
        let ios = try #require(Self.encode(.fixture(platform: .ios, payload: .fixture(actions: [action]))))
        #expect(ios.contains(#""notification":{"title":"Ride""#))
    }

    @Test("replaces by the catalog's collapse key where there is one", arguments: Platform.allCases)
    func collapse(_ platform: Platform) {
        let text = Self.encode(.fixture(platform: platform, collapseKey: "eta")) ?? ""
        #expect(text.contains(platform == .ios ? #""apns-collapse-id":"eta""# : #""tag":"eta""#))
        #expect(text.contains(#""collapse_key":"eta""#) == (platform == .android))
    }

    @Test("keeps a long replacement key under Apple's 64 bytes")
    func longKey() throws {
        let key = String(repeating: "k", count: 65)
        let text = try #require(Self.encode(.fixture(platform: .ios, collapseKey: key)))
        #expect(!text.contains(key))
        #expect(text.contains(#""apns-collapse-id":"\#(ShortKey.fit(key, limit: 64))""#))
    }

    @Test(
        "keeps the time to live in FCM's range",
        arguments: [
            (Duration.seconds(-5), "1s"), (.milliseconds(900), "1s"), (.milliseconds(1_100), "2s"),
            (.seconds(5_000_000), "2419200s"),
        ]
    )
    func timeToLive(_ duration: Duration, ttl: String) {
        #expect(Self.encode(.fixture(timeToLive: duration))?.contains(#""ttl":"\#(ttl)""#) == true)
    }

    @Test(
        "knows some vibrations and leaves others to the device",
        arguments: [
            ("short", #""vibrate_timings":["0s","0.2s"]"#), ("strong", #""vibrate_timings":["0s","0.6s"]"#),
            ("urgent", #""vibrate_timings":["0s","0.5s","0.2s","0.5s","0.2s","0.5s"]"#),
            ("celebratory", #""vibrate_timings":["0s","0.1s","0.1s","0.1s","0.1s","0.4s"]"#),
            ("default", #""default_vibrate_timings":true"#), ("disco", #""default_vibrate_timings":true"#),
        ]
    )
    func vibration(_ name: String, expected: String) {
        #expect(Self.encode(.fixture(vibration: name))?.contains(expected) == true)
    }

    @Test(
        "tells an app silently what is no notification",
        arguments: [
            ("clear", Platform.ios, #""apns-push-type":"background"},"payload":{"aps":{"content-available":1}}"#),
            ("sync", .ios, #""apns-push-type":"background"},"payload":{"aps":{"content-available":1}}"#),
            ("badge", .ios, #""apns-push-type":"alert"},"payload":{"aps":{"badge":3}}"#),
            ("clear", .android, #""android":{"priority":"NORMAL","ttl":"3600s"}"#),
            ("badge", .android, #""android":{"priority":"NORMAL","ttl":"3600s"}"#),
            ("sync", .android, #""android":{"priority":"NORMAL","ttl":"3600s"}"#),
            ("clear", .ios, #""apns-priority":"5""#), ("badge", .ios, #""apns-priority":"5""#),
            ("sync", .ios, #""apns-priority":"5""#),
        ]
    )
    func silent(_ op: String, platform: Platform, expected: String) {
        let text = Self.encode(.fixture(platform: platform, payload: .fixture(op: op))) ?? ""
        #expect(text.contains(expected))
        #expect(!text.contains(#""notification":"#))
        #expect(!text.contains("Your driver is here"))
        #expect(text.contains(#"\"op\":\"\#(op)\""#))
    }

    @Test("shortens the text of a message the app draws as well")
    func fitsData() throws {
        let action = PushPayload.Action(id: "ok", title: "On time", kind: "quick-reply")
        let long = String(repeating: "ä", count: 9_000)
        let text = try #require(
            Self.encode(.fixture(body: long, vibration: "urgent", payload: .fixture(actions: [action])))
        )
        #expect(text.utf8.count <= 4096)
        #expect(text.utf8.count > 4000)
        #expect(text.contains(#"ä…","tag":"ntf_1""#))
        #expect(text.contains(#""sound":"default","vibration":"urgent"},"android""#))
    }

    @Test("shortens a text that is too long by whole characters", arguments: Platform.allCases)
    func fits(_ platform: Platform) throws {
        let family = "👩‍👩‍👧‍👦"
        let body = String(repeating: family, count: 2_000)
        let bytes = try #require(
            FCMMessageEncoder(allowsCriticalAlerts: false).encode(
                .fixture(platform: platform, body: body),
                now: Self.now
            )
        )
        #expect(bytes.count <= 4096)
        #expect(bytes.count > 4096 - 2 * family.utf8.count)
        #expect(String(decoding: bytes, as: UTF8.self).contains(family + #"…""#))
    }

    @Test("shortens the title when the body is gone, and gives up when nothing helps")
    func tooLarge() throws {
        let long = String(repeating: "\"", count: 9_000)
        let text = try #require(Self.encode(.fixture(title: long, body: long)))
        #expect(text.utf8.count <= 4096)
        #expect(text.contains(#""body":"""#))
        #expect(Self.encode(.fixture(payload: .fixture(type: long))) == nil)
    }

    @Test("writes text that JSON has to escape")
    func escapes() {
        let text = Self.encode(.fixture(title: "a\"b\\c\nd\u{1}é"))
        #expect(text?.contains(#""title":"a\"b\\c\nd\u0001é""#) == true)
    }
}
