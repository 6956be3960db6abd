import Foundation
import PealAPNs
import PealCore
import PealCrypto
import PealExpo
import PealFCM
import PealProviderKit
import PealWebPush
import Testing

@testable import PealServer

@Suite("The providers in peal.yaml (R139)")
struct ConfigurationProvidersTests {
    private static let full = """
        apps:
          reports:
            apns: {key: "p8", keyId: ABCDE12345, teamId: TEAM123456, bundleId: com.example.reports,
                   endpoint: "https://localhost:1", sandboxEndpoint: "https://localhost:2", caFile: ca.pem,
                   criticalAlerts: true, connections: 3, rate: 500, inFlight: 40}
            fcm: {credentials: "{}", rate: 100}
            expo: {accessToken: "tok", endpoint: "http://127.0.0.1:3", inFlight: 9}
            webpush: {key: "vapid", subject: "mailto:a@example.org", hosts: ["push.example"], allow: ["10.0.0.1:443"],
                      caFile: ca.pem}
        """

    @Test("Every key of every provider is read")
    func every() async throws {
        let reports = try await Self.read(Self.full, files: ["ca.pem": "roots\n"])
        let apns = try #require(reports.apns)
        #expect([apns.signingKey, apns.keyID, apns.teamID] == ["p8", "ABCDE12345", "TEAM123456"])
        #expect(apns.bundleID == "com.example.reports")
        #expect([apns.endpoint, apns.sandboxEndpoint] == ["https://localhost:1", "https://localhost:2"])
        #expect(apns.trustRoots == "roots")
        #expect(apns.criticalAlerts)
        #expect(apns.connections == 3)
        #expect(apns.queue.limits(over: QueueLimits()) == QueueLimits(perSecond: 500, inFlight: 40))
        #expect(
            reports.fcm?.queue.limits(over: QueueLimits(perSecond: 10_000, inFlight: 7))
                == QueueLimits(perSecond: 100, inFlight: 7)
        )
        let expo = try #require(reports.expo)
        #expect(expo.accessToken == "tok")
        #expect(expo.endpoint == "http://127.0.0.1:3")
        #expect(expo.queue.limits(over: QueueLimits(perSecond: 600)) == QueueLimits(perSecond: 600, inFlight: 9))
        let web = try #require(reports.webpush)
        #expect([web.privateKey, web.subject] == ["vapid", "mailto:a@example.org"])
        #expect(web.hosts == ["push.example"])
        #expect(web.allowed == ["10.0.0.1:443"])
        #expect(web.trustRoots == "roots")
    }

    @Test("Every secret may lie in a file of its own, beside the configuration")
    func files() async throws {
        let reports = try await Self.read(
            """
            apps:
              reports:
                apns: {keyFile: a.p8, keyId: ABCDE12345, teamId: TEAM123456, bundleId: com.example.reports}
                fcm: {credentialsFile: account.json}
                expo: {accessTokenFile: expo.txt}
                webpush: {keyFile: vapid.txt, subject: "mailto:a@example.org"}
            """,
            files: ["a.p8": "p8\n", "account.json": "{}\n", "expo.txt": " tok\n", "vapid.txt": "vapid\n"]
        )
        #expect(reports.apns?.signingKey == "p8")
        #expect(reports.fcm?.serviceAccount == "{}")
        #expect(reports.expo?.accessToken == "tok")
        #expect(reports.webpush?.privateKey == "vapid")
        #expect(reports.webpush?.hosts == nil)
        #expect(reports.apns?.queue == QueueSettings())
    }

    @Test("Every setting may come from the environment")
    func environment() async throws {
        let reports = try await Self.read(
            "apps:\n  reports:\n    expo: {enabled: true}\n",
            environment: [
                "PEAL_APPS_REPORTS_APNS_KEY": "p8", "PEAL_APPS_REPORTS_APNS_KEY_ID": "ABCDE12345",
                "PEAL_APPS_REPORTS_APNS_TEAM_ID": "TEAM123456",
                "PEAL_APPS_REPORTS_APNS_BUNDLE_ID": "com.example.reports",
                "PEAL_APPS_REPORTS_APNS_CRITICAL_ALERTS": "true", "PEAL_APPS_REPORTS_FCM_CREDENTIALS": "{}",
                "PEAL_APPS_REPORTS_EXPO_ACCESS_TOKEN": "tok", "PEAL_APPS_REPORTS_EXPO_RATE": "60",
                "PEAL_APPS_REPORTS_WEBPUSH_KEY": "vapid", "PEAL_APPS_REPORTS_WEBPUSH_SUBJECT": "mailto:a@example.org",
                "PEAL_APPS_REPORTS_WEBPUSH_HOSTS": "a.example,b.example",
            ]
        )
        #expect(reports.apns?.keyID == "ABCDE12345")
        #expect(reports.apns?.criticalAlerts == true)
        #expect(reports.fcm?.serviceAccount == "{}")
        #expect(reports.expo?.accessToken == "tok")
        #expect(reports.expo?.queue.rate == 60)
        #expect(reports.webpush?.hosts == ["a.example", "b.example"])
    }

    @Test(
        "Expo is used when its section is there and not switched off",
        arguments: [
            ("{}", false), ("{expo: {enabled: true}}", true), ("{expo: {enabled: false}}", false),
            ("{expo: {accessToken: t}}", true), ("{expo: {accessToken: t, enabled: false}}", false),
        ]
    )
    func expo(settings: String, isUsed: Bool) async throws {
        let reports = try await Self.read("apps: {reports: \(settings)}")
        #expect((reports.expo != nil) == isUsed)
    }

    @Test("A word that is neither true nor false is a problem wherever it comes from")
    func flag() async throws {
        let error = await #expect(throws: ServerError.self) {
            try await Self.read("host: 127.0.0.1", environment: ["PEAL_APPS_REPORTS_EXPO_ENABLED": "perhaps"])
        }
        #expect(error?.message == "apps.reports.expo.enabled: write true or false")
    }

    @Test("What is wrong with the providers of several apps is reported at once")
    func together() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "peal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let bad = "{key: no key, keyId: ABCDE12345, teamId: TEAM123456, bundleId: com.example.a}"
        let yaml =
            "rootKey: \"\(RootKey.generate())\"\napps:\n  match: {apns: \(bad)}\n  reports: {fcm: {credentials: \"[]\"}}\n"
        let path = directory.appending(path: "peal.yaml")
        try Data(yaml.utf8).write(to: path)
        var file = try await ConfigurationFile(ConfigurationPath(path: path.path), environment: [:])
        let configuration = try file.read(apps: ["match", "reports"], overrides: .init())
        let clients = ProviderClients(transport: HTTPTransport { _ in .notSent(reason: "none") }) {
            Timestamp(seconds: 0)
        }
        let error = #expect(throws: ServerError.self) { try clients.configured(configuration.apps) }
        #expect(error?.code == .configuration)
        let lines = error?.message.split(separator: "\n") ?? []
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("apps.match.apns: ") == true)
        #expect(lines.last == "apps.reports.fcm: fcm-configuration: the service account file is not a JSON object")
        #expect(!(error?.message.contains("no key,") ?? true))
    }

    @Test("Certificates for Web Push that cannot be read are a problem of the app (P11)")
    func trustRoots() async throws {
        let settings =
            "webpush: {key: \"\(VAPIDKey.generate().secret)\", subject: \"mailto:a@example.org\", caFile: ca.pem}"
        let reports = try await Self.read(
            "apps:\n  reports:\n    \(settings)\n",
            files: ["ca.pem": "not a certificate"]
        )
        let clients = ProviderClients(transport: HTTPTransport { _ in .notSent(reason: "none") }) {
            Timestamp(seconds: 0)
        }
        let set = clients.make(["reports": reports])
        #expect(
            set.problems.map(\.description)
                == ["apps.reports.webpush: caFile must hold one or more certificates in PEM form"]
        )
    }

    /// The settings of the app `reports`, in a directory with some files.
    @discardableResult private static func read(
        _ yaml: String,
        environment: [String: String] = [:],
        files: [String: String] = [:]
    ) async throws -> AppConfiguration {
        let directory = FileManager.default.temporaryDirectory.appending(path: "peal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        for (name, text) in files { try Data(text.utf8).write(to: directory.appending(path: name)) }
        let path = directory.appending(path: "peal.yaml")
        try Data("rootKey: \"\(RootKey.generate())\"\n\(yaml)\n".utf8).write(to: path)
        var file = try await ConfigurationFile(ConfigurationPath(path: path.path), environment: environment)
        return try #require(try file.read(apps: ["match", "reports"], overrides: .init()).apps["reports"])
    }
}
