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

    @Test("needs no copy where no inbox shows it")
    func noCopy() throws {
        let reading = Self.read("ttl: 1h")
        #expect(reading.findings == [])
        #expect(reading.catalog?.types.first?.silent == true)
    }

    @Test(
        "needs copy where an inbox may show it",
        arguments: ["{title: Data}", "{title: Data, defaults: {inApp: false}}", "{title: Data, adjustable: false}"]
    )
    func copy(category: String) {
        #expect(Self.read("ttl: 1h", category: category).findings.map(\.code) == ["missing-copy", "missing-copy"])
        #expect(Self.read("title: Changed, body: Look", category: category).findings == [])
    }

    @Test(
        "shows nothing, so it may have nothing that shows",
        arguments: [
            ("sound: default", "sound"), ("vibration: default", "vibration"),
            ("actions: [{id: a, title: A, kind: dismiss}]", "actions"),
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

    private static func message(_ platform: Platform, _ priority: Priority) throws -> PushMessage {
        var catalog = try #require(read("ttl: 1h").catalog)
        catalog.version = 1
        let type = try #require(catalog.types.first)
        return try MappingCase(catalog: catalog, type: type, priority: priority, platform: platform).message()
    }
}
