import Foundation
import PealSampleChannel
import PealServer

/// A sandbox whose server has one more channel, the radio; its target and the line below are all that adds it.
enum Club {
    static let plugins = ProviderPlugins.shipped.adding(
        InstalledProvider(RadioNotifier.plugin, simulatedBy: RadioSimulator.self)
    )

    /// By day in Berlin.
    static let day = "2030-01-15T12:00:00Z"
    /// Within the quiet hours of users in Berlin, which end at 07:00Z.
    static let night = "2030-01-15T23:00:00Z"

    private static let catalog = """
        app: club
        name: Club
        locales: [en]
        timeZone: Europe/Berlin
        features: {inbox: true, quietHours: true}
        links: {scheme: club, routes: [/], fallback: /}
        providers: [fcm]
        quietHours: {default: {start: "22:00", end: "08:00"}, enabled: true}
        retry: {delays: [60s, 300s]}
        categories:
          news: {title: News}
          quiet: {title: Quiet, defaults: {radio: false}}
          safety: {title: Safety, mandatory: always}
        types:
          hello: {category: news, audience: {allow: [users]}, title: "Hello {{name}}", body: Come in, link: /, data: {name: {type: string, example: Ann}}}
          whisper: {category: quiet, audience: {allow: [users]}, title: Psst, body: Come in, link: /}
          alarm: {category: safety, audience: {allow: [users]}, title: Alarm, body: Leave, link: /, fallback: inApp}
        """

    /// Runs a test against it at an instant.
    static func run(at instant: String = day, _ body: @escaping @Sendable (Backend) async throws -> Void) async throws {
        let catalogs = FileManager.default.temporaryDirectory.appending(path: "peal-club-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: catalogs, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: catalogs) }
        try Data(catalog.utf8).write(to: catalogs.appending(path: "club.yaml"))
        try await SandboxServer.run(catalogs: catalogs.path, plugins: plugins) { sandbox in
            try await sandbox.setClock(instant)
            try await body(sandbox.backend("club"))
        }
    }

    static func hello(_ name: String = "Ann") -> JSON {
        ["type": "hello", "to": ["users": ["ann"]], "data": ["name": "\(name)"]]
    }

    static let whisper: JSON = ["type": "whisper", "to": ["users": ["ann"]]]
    static let alarm: JSON = ["type": "alarm", "to": ["users": ["ann"]]]
}

extension Backend {
    /// A user who listens to the radio at an address.
    func listener(at address: String = "radio:club:ann-1234") async throws -> SignedInUser {
        let ann = try await user("ann")
        _ = try await ann.api.put(SignedInUser.radio, ["address": "\(address)"])
        return ann
    }

    /// What the station was asked to speak, oldest first.
    func spoken() async throws -> [JSON] {
        try await sandbox.anyone.get("/sandbox/pushes?provider=radio")["items"].items
    }

    /// The titles of what it spoke.
    func titles() async throws -> [String?] { try await spoken().map { $0["payload"]["title"].string } }
}

extension SignedInUser {
    /// The path of the caller's address on the radio.
    static let radio = "/api/v1/users/me/addresses/radio"
}

extension AppEvent {
    /// What `why` says of a user's radio.
    func radio(_ user: String = "ann") async throws -> JSON { try await why(user)["channels"]["radio"] }
}
