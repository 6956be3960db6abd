import PealCatalog
import PealCore
import PealProviderKit
import Testing

@testable import PealAPNs
@testable import PealExpo
@testable import PealFCM
@testable import PealServer

@Suite("A silent type (R134)")
struct SilentTypeTests {
    private static func read(
        _ type: String,
        category: String = "{title: Data, adjustable: false, defaults: {inApp: false}}"
    )
        -> CatalogReading
    {
        CatalogReader.read(
            yaml: """
                app: shop
                name: Shop
                locales: [en]
                timeZone: UTC
                features: {actions: true}
                links: {scheme: shop, routes: ["/"], fallback: /, webOrigin: none}
                providers: [fcm]
                categories:
                  data: \(category)
                types:
                  changed: {category: data, audience: {allow: [users]}, link: /, silent: true, \(type)}
                """,
            file: "shop.yaml"
        )
    }

    @Test(
        "needs no copy, whatever the category shows",
        arguments: ["{title: Data}", "{title: Data, defaults: {inApp: true}}", "{title: Data, mandatory: always}"]
    )
    func noCopy(category: String) throws {
        let reading = Self.read("ttl: 1h", category: category)
        #expect(reading.findings == [])
        #expect(reading.catalog?.types.first?.silent == true)
    }

    @Test(
        "shows nothing, so it may have nothing that shows",
        arguments: [
            ("sound: default", "sound"), ("vibration: default", "vibration"),
            ("actions: [{id: a, title: A, kind: dismiss}]", "actions"), ("title: Changed", "title"),
            ("body: Look", "body"),
            ("redeliver: true", "redeliver"), ("fallback: inApp", "fallback"),
        ]
    )
    func nothing(member: String, path: String) {
        let findings = Self.read(member).findings
        #expect(findings.map(\.code) == ["silent-type"])
        #expect(findings.first?.path == "types.changed.\(path)")
        #expect(findings.first?.severity == .error)
        #expect(Self.read("sound: none").findings == [])
    }

    @Test("tells the app alone, at low urgency, whatever the trigger says", arguments: Priority.allCases)
    func message(_ priority: Priority) throws {
        for platform in Platform.allCases {
            let message = try Self.message(platform, priority)
            #expect(message.payload.op == "sync")
            #expect(message.priority == .low)
            #expect(message.payload.actions.isEmpty)
        }
    }

    @Test("goes as a background push to Apple, and as data to Google and Expo")
    func providers() throws {
        let ios = try Self.message(.ios, .critical)
        let push = try #require(APNsMessageEncoder(allowsCriticalAlerts: true).encode(ios, now: MappingCase.now))
        #expect(push.kind == .background)
        #expect(push.priority == 5)
        let fcm = FCMMessageEncoder(allowsCriticalAlerts: true)
        let apple = try JSONTree(try #require(fcm.encode(ios, now: MappingCase.now)))
        #expect(apple.text("message.apns.headers.apns-push-type") == "background")
        #expect(apple["message.apns.payload.aps"] == .object(["content-available": .integer(1)]))
        let android = try JSONTree(try #require(fcm.encode(try Self.message(.android, .high), now: MappingCase.now)))
        #expect(android.text("message.android.priority") == "NORMAL")
        #expect(android["message.notification"] == nil)
        let expo = try JSONTree(try #require(ExpoMessageEncoder(allowsCriticalAlerts: true).encode(ios)))
        #expect(expo["_contentAvailable"] == .bool(true))
        #expect(expo["title"] == nil)
        #expect(expo.text("priority") == "normal")
    }

    @Test("brings its data as far as the provider's limit allows, and else says only that there is something to fetch")
    func fits() throws {
        let fcm = FCMMessageEncoder(allowsCriticalAlerts: true)
        for (length, isKept) in [(10, true), (3_000, true), (5_000, false)] {
            let data: [String: JSONValue] = [
                "list": .string(String(repeating: "x", count: length)), "count": .integer(3),
            ]
            for platform in [Platform.ios, .android] {
                var message = try Self.message(platform, .high)
                message.payload.data = data
                let bodies = [
                    APNsMessageEncoder(allowsCriticalAlerts: true).encode(message, now: MappingCase.now)?.body,
                    fcm.encode(message, now: MappingCase.now),
                    ExpoMessageEncoder(allowsCriticalAlerts: true).encode(message),
                ]
                for body in bodies {
                    let body = try #require(body)
                    let text = String(decoding: body, as: UTF8.self).replacing("\\\"", with: "\"")
                    #expect(body.count <= 4_096)
                    #expect(text.contains("\"op\":\"sync\""))
                    #expect(text.contains("\"data\":{\"count\":3,\"list\":\"xxx") == isKept)
                }
            }
        }
    }

    private static func message(_ platform: Platform, _ priority: Priority) throws -> PushMessage {
        var catalog = try #require(read("ttl: 1h").catalog)
        catalog.version = 1
        let type = try #require(catalog.types.first)
        return try MappingCase(catalog: catalog, type: type, priority: priority, platform: platform).message()
    }
}
