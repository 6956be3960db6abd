import PealCore
import PealProviderKit
import Testing

@testable import PealAPNs
@testable import PealExpo
@testable import PealFCM
@testable import PealWebPush

/// R096–R105, R119, R145, R164, R168: what each service is told of each shipped type.
@Suite("Every shipped type at every provider (R103)")
struct ProviderMappingTests {
    private static let isCritical = [false, true]

    @Test("The shipped catalogs are all there")
    func shipped() {
        #expect(MappingCase.shipped.map(\.app.rawValue).sorted() == ["dsober", "gss", "match", "nhs", "reports"])
        #expect(Set(MappingCase.all.map(\.priority)) == Set(Priority.allCases))
    }

    @Test("APNs", arguments: MappingCase.all.filter { $0.platform == .ios }, isCritical)
    func apns(_ row: MappingCase, mayBeCritical: Bool) throws {
        let message = try row.message()
        let push = try #require(
            APNsMessageEncoder(allowsCriticalAlerts: mayBeCritical).encode(message, now: MappingCase.now)
        )
        #expect(push.kind == .alert)
        #expect(push.priority == (row.priority == .low ? 5 : 10))
        #expect(push.expiration == (MappingCase.now + row.type.ttl).seconds)
        #expect(push.collapseID == row.replacement(message))
        try expectAPS(try JSONTree(push.body), "aps", row, mayBeCritical)
        try expectPeal(try #require(try JSONTree(push.body)["peal"]), row)
    }

    @Test("FCM on iOS", arguments: MappingCase.all.filter { $0.platform == .ios }, isCritical)
    func fcmApple(_ row: MappingCase, mayBeCritical: Bool) throws {
        let message = try row.message()
        let json = try fcm(message, mayBeCritical)
        let headers = "message.apns.headers"
        #expect(json.text("\(headers).apns-push-type") == "alert")
        #expect(json.text("\(headers).apns-priority") == (row.priority == .low ? "5" : "10"))
        #expect(json.text("\(headers).apns-collapse-id") == row.replacement(message))
        #expect(json.text("message.notification.title") == "Title")
        try expectAPS(json, "message.apns.payload.aps", row, mayBeCritical)
    }

    @Test("FCM on Android", arguments: MappingCase.all.filter { $0.platform == .android })
    func fcmAndroid(_ row: MappingCase) throws {
        let message = try row.message()
        let json = try fcm(message, false)
        let isDrawnByApp = !row.type.actions.isEmpty
        let wakes = row.catalog.urgency == .shown && row.priority > .low
        let isUrgent = row.priority >= .high || isDrawnByApp || wakes
        #expect(json.text("message.android.priority") == (isUrgent ? "HIGH" : "NORMAL"))
        #expect(json.text("message.android.ttl") == "\(row.type.ttl.components.seconds)s")
        #expect(json.text("message.android.collapse_key") == (row.type.collapse == nil ? nil : "collapse-1"))
        guard !isDrawnByApp else {
            #expect(json["message.notification"] == nil)
            #expect(json["message.android.notification"] == nil)
            #expect(json.text("message.data.title") == "Title")
            #expect(json.text("message.data.tag") == row.replacement(message))
            #expect(json.text("message.data.channel") == row.type.androidChannel)
            #expect(json.text("message.data.sound") == row.sound)
            return
        }
        let path = "message.android.notification"
        #expect(json.text("\(path).channel_id") == row.type.androidChannel)
        #expect(json.text("\(path).tag") == row.replacement(message))
        #expect(json.text("\(path).sound") == row.sound)
        #expect(json["\(path).notification_count"] == row.badgeNumber)
        #expect(json.text("\(path).color") == row.catalog.appearance.color)
        #expect(json.text("\(path).event_time") == MappingCase.now.rfc3339)
        let isVibrating =
            json["\(path).vibrate_timings"] != nil || json["\(path).default_vibrate_timings"] == .bool(true)
        #expect(isVibrating == (row.type.vibration != nil))
    }

    @Test("FCM on the web", arguments: MappingCase.all.filter { $0.platform == .web })
    func fcmWeb(_ row: MappingCase) throws {
        let message = try row.message()
        let json = try fcm(message, false)
        #expect(json.text("message.webpush.headers.Urgency") == Self.urgency[row.priority])
        #expect(json.text("message.webpush.headers.TTL") == "\(row.type.ttl.components.seconds)")
        #expect(json.text("message.webpush.notification.tag") == row.replacement(message))
        #expect((json["message.webpush.notification.silent"] == .bool(true)) == (row.sound == nil))
        #expect(json.text("message.webpush.notification.lang") == "en")
        let origin = try #require(row.catalog.links.webOrigin)
        #expect(json.text("message.webpush.fcm_options.link") == "\(origin)/notifications")
    }

    @Test("Expo", arguments: MappingCase.all.filter { $0.platform != .web }, isCritical)
    func expo(_ row: MappingCase, mayBeCritical: Bool) throws {
        let message = try row.message()
        let json = try JSONTree(
            try #require(ExpoMessageEncoder(allowsCriticalAlerts: mayBeCritical).encode(message))
        )
        let wakes = row.catalog.urgency == .shown && row.platform == .android
        let priorities: [Priority: String] = [
            .critical: "high", .high: "high", .normal: wakes ? "high" : "default", .low: "normal",
        ]
        #expect(json.text("priority") == priorities[row.priority])
        #expect(json.text("title") == "Title")
        #expect(json.text("collapseId") == row.replacement(message))
        #expect(json.text("categoryId") == row.type.iosCategory)
        #expect(json["ttl"] == .integer(row.type.ttl.components.seconds))
        if row.platform == .android {
            #expect(json.text("channelId") == row.type.androidChannel)
            #expect(json.text("tag") == row.replacement(message))
            #expect(json["interruptionLevel"] == nil)
        } else {
            #expect(json["badge"] == row.badgeNumber)
            #expect(json.text("interruptionLevel") == Self.level(row, mayBeCritical))
            #expect(json["channelId"] == nil)
        }
        try expectPeal(try #require(json["data.peal"]), row)
    }

    @Test("Web Push", arguments: MappingCase.all.filter { $0.platform == .web })
    func webPush(_ row: MappingCase) throws {
        let message = try row.message()
        let headers = Dictionary(message.webPushHeaders.fields.map { ($0.name, $0.value) }) { first, _ in first }
        #expect(headers["Urgency"] == Self.urgency[row.priority])
        #expect(headers["TTL"] == "\(row.type.ttl.components.seconds)")
        #expect(headers["Topic"]?.utf8.count == 32)
        let json = try JSONTree(try #require(WebPushMessageEncoder.encode(message)))
        #expect(json.text("title") == "Title")
        #expect(json.text("tag") == row.replacement(message))
        #expect((json["silent"] == .bool(true)) == (row.sound == nil))
        #expect(json["web_push"] == .integer(8030))
        #expect(json.text("notification.navigate") == row.catalog.links.webOrigin.map { "\($0)/notifications" })
        try expectPeal(try #require(json["peal"]), row)
    }

    private static let relevance: [Priority: JSONValue] = [
        .critical: .integer(1), .high: .number(0.75), .normal: .number(0.5), .low: .number(0.25),
    ]

    private static let urgency: [Priority: String] = [
        .critical: "high", .high: "high", .normal: "normal", .low: "low",
    ]

    private static func level(_ row: MappingCase, _ mayBeCritical: Bool) -> String {
        let bypasses = row.catalog.bypassesDoNotDisturb(row.type, priority: row.priority)
        return switch row.priority {
        case .critical: mayBeCritical ? "critical" : "time-sensitive"
        case .high, .normal: bypasses ? "time-sensitive" : "active"
        case .low: bypasses ? "time-sensitive" : "passive"
        }
    }

    private func fcm(_ message: PushMessage, _ mayBeCritical: Bool) throws -> JSONTree {
        let encoder = FCMMessageEncoder(allowsCriticalAlerts: mayBeCritical)
        let json = try JSONTree(try #require(encoder.encode(message, now: MappingCase.now)))
        #expect(json.text("message.data.peal") == String(decoding: message.payload.json(), as: UTF8.self))
        return json
    }

    private func expectAPS(_ json: JSONTree, _ path: String, _ row: MappingCase, _ mayBeCritical: Bool) throws {
        #expect(json.text("\(path).interruption-level") == Self.level(row, mayBeCritical))
        #expect(json["\(path).badge"] == row.badgeNumber)
        #expect(json["\(path).relevance-score"] == Self.relevance[row.priority])
        #expect(json.text("\(path).category") == row.type.iosCategory)
        #expect(json.text("\(path).thread-id") == (row.type.thread == nil ? nil : "thread-1"))
        #expect(json["\(path).content-available"] == nil)
        guard row.priority == .critical, mayBeCritical, row.sound != nil else {
            // A critical type without a sound is looked at by each provider's own tests.
            if row.priority != .critical { #expect(json.text("\(path).sound") == row.sound) }
            return
        }
        #expect(json.text("\(path).sound.name") == row.sound)
        #expect(json["\(path).sound.critical"] == .integer(1))
    }

    private func expectPeal(_ peal: JSONValue, _ row: MappingCase) throws {
        let members = try #require(peal.object)
        #expect(members["op"] == .string("show"))
        #expect(members["type"] == .string(row.type.id.rawValue))
        #expect(members["link"] == .string("/notifications"))
        #expect(members["badge"] == row.badgeNumber)
        #expect(members["category"] == .string(row.catalog.category(row.type.category)?.name ?? ""))
    }
}
