import PealCore
import PealProviderKit
import Testing

@testable import PealAPNs
@testable import PealExpo
@testable import PealFCM
@testable import PealWebPush

@Suite("Tokens of actions keep every push under 4 KiB (R193)")
struct ActionTokenSizeTests {
    private static let rows = MappingCase.all.filter { !$0.type.silent }

    @Test(
        "Every shipped type in every locale, at each service that reaches the platform, with its whole text",
        arguments: rows
    )
    func fits(_ row: MappingCase) throws {
        try #require(!row.catalog.locales.isEmpty)
        for locale in row.catalog.locales {
            let message = try row.longest(locale: locale)
            let buttons = row.catalog.features.actions ? row.type.actions.map(\.id) : []
            #expect(message.payload.actions.map(\.id) == buttons)
            #expect(message.payload.actions.allSatisfy { $0.token?.utf8.count == 43 })
            for (name, bytes) in try Self.encoded(message, for: row.platform) {
                #expect(bytes.count <= 4_096, "\(name)")
                let text = String(decoding: bytes, as: UTF8.self)
                #expect(text.contains(message.body) && text.contains(message.title), "\(name) shortens it")
                for action in message.payload.actions { #expect(text.contains(action.token ?? "none"), "\(name)") }
            }
        }
    }

    private static func encoded(_ message: PushMessage, for platform: Platform) throws -> [(String, [UInt8])] {
        let now = MappingCase.now
        let fcm = try #require(FCMMessageEncoder(allowsCriticalAlerts: false).encode(message, now: now))
        switch platform {
        case .ios:
            let apns = try #require(APNsMessageEncoder(allowsCriticalAlerts: false).encode(message, now: now))
            return [("fcm", fcm), ("apns", apns.body), ("expo", try expo(message))]
        case .android: return [("fcm", fcm), ("expo", try expo(message))]
        case .web: return [("fcm", fcm), ("webpush", try #require(WebPushMessageEncoder.encode(message)))]
        }
    }

    private static func expo(_ message: PushMessage) throws -> [UInt8] {
        try #require(ExpoMessageEncoder(allowsCriticalAlerts: false).encode(message))
    }
}
