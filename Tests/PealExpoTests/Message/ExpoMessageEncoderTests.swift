import PealCore
import PealProviderKit
import PealTesting
import Testing

@testable import PealExpo
@testable import PealSandbox

@Suite("A message in Expo's words")
struct ExpoMessageEncoderTests {
    private static let token = "ExponentPushToken[a]"
    private static let peal =
        #"{"v":1,"op":"show","id":"ntf_1","type":"ride-picked-up","category":"rides","priority":"high","#
        + #""entity":"ride/r1","parent":"event/e1","root":"group/g1","thread":"ride/r1","group":"ride/r1","#
        + #""link":"peal://rides/r1","badge":3,"badgeVersion":7,"actions":[],"#
        + #""sentAt":"2026-11-20T18:00:00Z"}"#

    private static func encode(_ message: PushMessage, allowsCriticalAlerts: Bool = false) throws -> String {
        let encoder = ExpoMessageEncoder(allowsCriticalAlerts: allowsCriticalAlerts)
        return String(decoding: try #require(encoder.encode(message)), as: UTF8.self)
    }

    private static func members(
        _ message: PushMessage,
        allowsCriticalAlerts: Bool = false
    ) throws -> [String: JSONValue] {
        let text = try encode(message, allowsCriticalAlerts: allowsCriticalAlerts)
        return try #require(JSONText.parse(Array(text.utf8))?.object)
    }

    @Test(
        "for each platform",
        arguments: [
            (
                Platform.ios,
                #""sound":"default","badge":3,"interruptionLevel":"active","categoryId":"ride","collapseId":"ntf_1","#
            ),
            (.android, #""channelId":"rides","tag":"ntf_1","categoryId":"ride","collapseId":"ntf_1","#),
        ]
    )
    func platforms(_ platform: Platform, own: String) throws {
        #expect(
            try Self.encode(.fixture(token: Self.token, platform: platform))
                == #"{"to":"ExponentPushToken[a]","title":"Ride","body":"Your driver is here","data":{"peal":"#
                + Self.peal + "}," + own + #""ttl":3600,"priority":"high"}"#
        )
    }

    @Test(
        "is data alone when nothing is shown, and wakes the app",
        arguments: ["clear", "badge", "sync"],
        [Platform.ios, .android]
    )
    func silent(_ op: String, _ platform: Platform) throws {
        let members = try Self.members(
            .fixture(token: Self.token, platform: platform, priority: .critical, payload: .fixture(op: op))
        )
        var names: Set = ["to", "data", "ttl", "priority"]
        if platform == .ios { names.insert("_contentAvailable") }
        #expect(Set(members.keys) == names)
        #expect(members["priority"] == .string("normal"))
        #expect(members["data"]?.object?["peal"]?.object?["op"]?.string == op)
    }

    @Test(
        "asks for attention by its priority",
        arguments: [
            (Priority.critical, false, "time-sensitive", "high"), (.high, true, "time-sensitive", "high"),
            (.high, false, "active", "high"), (.normal, false, "active", "default"), (.low, false, "passive", "normal"),
        ]
    )
    func urgency(_ priority: Priority, bypass: Bool, level: String, urgency: String) throws {
        let message = PushMessage.fixture(platform: .ios, priority: priority, bypassesDoNotDisturb: bypass)
        let members = try Self.members(message)
        #expect(members["interruptionLevel"]?.string == level)
        #expect(members["priority"]?.string == urgency)
    }

    @Test(
        "wakes Android for what is shown where the app wants that (P9)",
        arguments: [
            (Priority.normal, Platform.android, "high"), (.low, .android, "normal"), (.normal, .ios, "default"),
        ]
    )
    func shown(_ priority: Priority, platform: Platform, urgency: String) throws {
        let message = PushMessage.fixture(platform: platform, priority: priority, urgency: .shown)
        #expect(try Self.members(message)["priority"]?.string == urgency)
    }

    @Test("shows a picture, on iOS with the help of the app's extension (P10)", arguments: [Platform.ios, .android])
    func image(_ platform: Platform) throws {
        let look = PushAppearance(image: "https://cdn.example/r1.jpg")
        let members = try Self.members(.fixture(platform: platform, appearance: look))
        #expect(members["richContent"] == .object(["image": .string("https://cdn.example/r1.jpg")]))
        #expect(members["mutableContent"] == (platform == .ios ? .bool(true) : nil))
        #expect(ExpoMessageCheck.problem(with: members) == nil)
    }

    @Test("sends no number where no inbox counts (P5)")
    func noBadge() throws {
        let message = PushMessage.fixture(platform: .ios, badge: nil, payload: .fixture(badge: nil, badgeVersion: nil))
        #expect(!(try Self.encode(message).contains("badge")))
    }

    @Test("is critical only when the app may send critical alerts, and sounds as the type says")
    func critical() throws {
        let message = PushMessage.fixture(platform: .ios, priority: .critical)
        let members = try Self.members(message, allowsCriticalAlerts: true)
        #expect(members["interruptionLevel"] == .string("critical"))
        #expect(
            members["sound"] == .object(["critical": .bool(true), "name": .string("default"), "volume": .integer(1)])
        )
        let mute = PushMessage.fixture(platform: .ios, priority: .critical, sound: nil)
        #expect(try Self.members(mute, allowsCriticalAlerts: true)["sound"] == nil)
        let lower = PushMessage.fixture(platform: .ios, priority: .high)
        #expect(try Self.members(lower, allowsCriticalAlerts: true)["interruptionLevel"] == .string("active"))
    }

    @Test(
        "is replaced by its collapse key, shortened to 64 bytes",
        arguments: [
            (nil, "ntf_1"), ("eta", "eta"), (String(repeating: "k", count: 64), String(repeating: "k", count: 64)),
            (String(repeating: "k", count: 65), ShortKey.fit(String(repeating: "k", count: 65), limit: 64)),
        ]
    )
    func replacement(_ key: String?, expected: String) throws {
        for platform in [Platform.ios, .android] {
            let members = try Self.members(.fixture(platform: platform, collapseKey: key))
            #expect(members["collapseId"]?.string == expected)
            #expect(members["tag"]?.string == (platform == .android ? expected : nil))
        }
    }

    @Test(
        "lives in whole seconds, rounded up, at least one and at most 28 days",
        arguments: [(-5_000, 1), (0, 1), (900, 1), (1_000, 1), (1_001, 2), (60_000, 60), (9_000_000_000, 2_419_200)]
    )
    func lifetime(_ milliseconds: Int64, expected: Int64) throws {
        #expect(try Self.members(.fixture(timeToLive: .milliseconds(milliseconds)))["ttl"] == .integer(expected))
    }

    @Test("is shortened by whole characters to 4096 bytes", arguments: [Platform.ios, .android])
    func fitting(_ platform: Platform) throws {
        let family = "👨‍👩‍👧‍👦"
        let message = PushMessage.fixture(platform: platform, body: String(repeating: family, count: 400))
        let text = try Self.encode(message)
        #expect(text.utf8.count <= 4096)
        #expect(text.utf8.count > 4096 - 64)
        let body = try #require(JSONText.parse(Array(text.utf8))?.object?["body"]?.string)
        #expect(body.hasSuffix("…"))
        #expect(body.dropLast().allSatisfy { String($0) == family })
    }

    @Test("that cannot be shortened enough is refused")
    func tooLarge() {
        let actions = (0..<40).map {
            PushPayload.Action(id: "a\($0)", title: String(repeating: "t", count: 90), kind: "x")
        }
        let encoder = ExpoMessageEncoder(allowsCriticalAlerts: false)
        #expect(encoder.encode(.fixture(payload: .fixture(actions: actions))) == nil)
        #expect(encoder.encode(.fixture(payload: .fixture(op: "sync", actions: actions))) == nil)
    }

    @Test("keeps to Expo's rules on every platform", arguments: [Platform.ios, .android], ["show", "clear"])
    func rules(_ platform: Platform, _ op: String) throws {
        let message = PushMessage.fixture(
            platform: platform,
            title: "Quote \" and \\ and \u{1}",
            priority: .critical,
            payload: .fixture(op: op)
        )
        #expect(ExpoMessageCheck.problem(with: try Self.members(message, allowsCriticalAlerts: true)) == nil)
    }
}
