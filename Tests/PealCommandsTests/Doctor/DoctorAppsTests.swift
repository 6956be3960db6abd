import Foundation
import PealCore
import PealProviderKit
import PealTesting
import Synchronization
import Testing

@testable import PealCommands
@testable import PealServer

@Suite("The doctor at the apps")
struct DoctorAppsTests {
    @Test("misses push credentials, all of them or some")
    func missing() async throws {
        try await Patient.with { patient in
            try patient.configure("{jwt: {secret: \"\(patient.rootKey)\"}}")
            let none = await patient.examine().messages(.fail, .credentials)
            #expect(
                none.first?.contains("no push credentials, so no push is sent; set up one of expo, webpush") == true
            )
            try patient.configure()
            let some = await patient.examine()
            #expect(some.messages(.warn, .credentials).first?.contains("the catalog also lists webpush") == true)
            #expect(!some.hasFailed)
        }
    }

    @Test("says what is wrong with credentials that do not parse")
    func broken() async throws {
        try await Patient.with { patient in
            try patient.configure("{expo: {enabled: true}, fcm: {credentials: \"[]\"}}")
            let found = await patient.examine().messages(.fail, .credentials)
            #expect(found == ["apps.shop.fcm: fcm-configuration: the service account file is not a JSON object"])
        }
    }

    @Test("wonders about settings that the catalog does not list")
    func unlisted() async throws {
        try await Patient.with { patient in
            var set = ProviderSet()
            for provider in [ProviderID.expo, .webpush, .fcm] {
                set.add(provider, of: "shop", QueueSettings()) { ProviderClient(ScriptedProvider(provider)) }
            }
            let lines = AppCheck(apps: [:], set: set).run(await patient.catalogs())
            let warnings = lines.filter { $0.level == .warn && $0.check == .credentials }
            #expect(
                warnings.map(\.message) == [
                    "apps.shop.fcm has settings, but the catalog's `providers` does not list it"
                ]
            )
        }
    }

    @Test("warns of examples without credentials, and fails when no app has any")
    func examples() async throws {
        try await Patient.with { patient in
            let catalogs = await patient.catalogs()
            let none = AppCheck(apps: [:], set: ProviderSet(), servesExamples: true).run(catalogs)
            #expect(none.filter { $0.level == .fail }.count == 1)
            #expect(none.contains { $0.level == .warn && $0.message.contains("with --catalogs") })
            #expect(none.count == 2)
            var set = ProviderSet()
            set.add(.expo, of: "another", QueueSettings()) { ProviderClient(ScriptedProvider(.expo)) }
            let some = AppCheck(apps: [:], set: set, servesExamples: true).run(catalogs)
            #expect(!some.contains { $0.level == .fail })
        }
    }

    @Test("writes one line for all apps without any set-up, and one for those whose users get no push")
    func several() async throws {
        try await Patient.with { patient in
            let shop = try #require(await patient.catalogs().first)
            let catalogs = ["a", "b", "c", "d"].map { name in
                var catalog = shop
                catalog.app = AppID(name)
                return catalog
            }
            let secret = AppConfiguration(
                jwt: .sandbox("shop", secret: patient.rootKey, maximumLifetime: .seconds(60)),
                origins: ["https://shop.example"]
            )
            let lines = AppCheck(apps: ["b": secret, "d": secret], set: ProviderSet(), servesExamples: true).run(
                catalogs
            )
            #expect(lines.count == 4)
            #expect(lines[0] == .ok(.users, "apps.b, apps.d: the end-user API is enabled"))
            #expect(lines[1].level == .warn)
            #expect(lines[1].message.hasPrefix("apps.b, apps.d: no push credentials"))
            #expect(lines[2].level == .warn)
            #expect(lines[2].message.hasPrefix("apps.a, apps.c: not set up: no push service"))
            #expect(lines[3].level == .fail)
            let own = AppCheck(apps: [:], set: ProviderSet()).run(catalogs)
            #expect(own.map(\.level) == [.fail])
            #expect(own.first?.message.hasPrefix("apps.a, apps.b, apps.c, apps.d: not set up") == true)
        }
    }

    @Test("recognises a public key where the private one belongs, and JSON where a .p8 file does")
    func mixUps() async throws {
        try await Patient.with { patient in
            let key = "B" + String(repeating: "a", count: 86)
            try patient.configure(
                """
                {webpush: {key: \(key), subject: "mailto:a@b.example"}, fcm: {credentials: "[]"},
                 apns: {key: "{}", keyId: ABCDE12345, teamId: TEAM123456, bundleId: com.example.shop}}
                """
            )
            let found = await patient.examine().messages(.fail, .credentials)
            #expect(found.first { $0.contains(".webpush: ") }?.contains("; this is the public key (65 bytes)") == true)
            #expect(found.first { $0.contains(".apns: ") }?.contains("; keyFile is JSON, not a PEM key") == true)
            #expect(
                found.first { $0.contains(".fcm: ") }?.hasSuffix("the service account file is not a JSON object")
                    == true
            )
        }
    }

    @Test(
        "warns of a contact that push services refuse, and names the setting",
        arguments: [
            ("mailto:push@localhost", true), ("https://127.0.0.1", true), ("mailto:push@mail.internal", true),
            ("mailto:push@example.com", true), ("https://[::1]", true), ("mailto:push@nas.lan", true),
            ("mailto:push@verein.de", false), ("https://verein.de/contact", false),
        ]
    )
    func contact(_ subject: String, isWarned: Bool) async throws {
        try await Patient.with { patient in
            let key = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
            try patient.configure("{webpush: {key: \(key), subject: \"\(subject)\"}}")
            let found = await patient.examine().messages(.warn, .credentials).filter { $0.contains("webpush.subject") }
            #expect(found.count == (isWarned ? 1 : 0), "\(found)")
        }
    }

    @Test("misses the secret of users' tokens and the pages that may call")
    func users() async throws {
        try await Patient.with { patient in
            try patient.configure("{expo: {enabled: true}}")
            #expect(await patient.examine().messages(.warn, .users).first?.contains("no jwt section") == true)
            try patient.configure("{expo: {enabled: true}, jwt: {secret: \"\(patient.rootKey)\"}}")
            let found = await patient.examine().messages(.warn, .users)
            #expect(found.first?.contains("origins is empty and the catalog lists webpush") == true)
        }
    }

    @Test(
        "asks the push services only when told to, and says what they answered",
        arguments: [
            (CredentialCheck.accepted, DoctorFinding.Level.ok, "accepts the credentials"),
            (.plausible, .ok, "look valid"),
            (
                .refused(reason: "InvalidProviderToken"), .fail,
                "rejects the credentials (InvalidProviderToken); check that keyId, teamId and the key belong together"
            ),
            (.refused(reason: "TopicDisallowed"), .fail, "check bundleId"),
            (.refused(reason: "invalid_grant"), .fail, "renew them"),
            (.unreachable(reason: "tls-handshake-failed"), .fail, "apns.caFile"),
            (.unreachable(reason: "alpn-not-h2"), .fail, "it does not speak HTTP/2: check apns.endpoint"),
            (
                .unreachable(reason: "connection-refused"), .fail,
                "(connection refused); check network, proxy and firewall"
            ),
        ]
    )
    func online(answer: CredentialCheck, level: DoctorFinding.Level, message: String) async throws {
        let lines = await OnlineCheck(patience: .seconds(10)).run(["shop": [AskedProvider { answer }]])
        #expect(lines.map(\.level) == [level])
        #expect(lines.first?.message.contains(message) == true)
    }

    @Test(
        "names the keys of the service that has a certificate problem, where it has any",
        arguments: [
            (ProviderID.apns, "name that in apns.caFile"), (.fcm, "name that in fcm.caFile"),
            (.webpush, "name that in webpush.caFile"),
            (.expo, "its certificate is not trusted; look for a proxy in between"),
        ]
    )
    func certificates(provider: ProviderID, message: String) async {
        var client = AskedProvider { .unreachable(reason: "certificate-not-verified") }
        client.id = provider
        let lines = await OnlineCheck(patience: .seconds(10)).run(["shop": [client]])
        #expect(lines.first?.message.contains(message) == true)
    }

    @Test("waits for a service no longer than it said")
    func patience() async {
        let silent = AskedProvider {
            // Ends when it is cancelled, and not before.
            let (never, continuation) = AsyncStream.makeStream(of: Void.self)
            for await _ in never {}
            continuation.finish()
            return .accepted
        }
        let lines = await OnlineCheck(patience: .milliseconds(20)).run(["shop": [silent]])
        #expect(lines.first?.message.contains("no response within") == true)
    }

    @Test("asks a few services at a time, and reports them in order")
    func bounded() async {
        let running = Mutex((now: 0, most: 0))
        let apps = (0..<40).map { AppID("app-\(100 + $0)") }
        let clients = Dictionary(
            uniqueKeysWithValues: apps.map { app in
                let client = AskedProvider {
                    running.withLock {
                        $0.now += 1
                        $0.most = max($0.most, $0.now)
                    }
                    for _ in 0..<20 { await Task.yield() }
                    running.withLock { $0.now -= 1 }
                    return .accepted
                }
                return (app, [client as any PushProvider])
            }
        )
        let lines = await OnlineCheck(patience: .seconds(30)).run(clients)
        #expect(lines.map { $0.message.prefix(12) } == apps.map { "apps.\($0)".prefix(12) })
        #expect(running.withLock { $0.most } <= 8)
    }

    @Test("asks nobody without being told to")
    func offline() async throws {
        try await Patient.with { patient in
            let network = ScriptedTransport { _ in .notSent(reason: "refused") }
            let quiet = await patient.examine(transport: network.transport)
            #expect(network.sent.isEmpty)
            #expect(!quiet.lines.contains { $0.check == .online })
            let asked = await patient.examine(transport: network.transport, isOnline: true)
            #expect(asked.messages(.fail, .online).first?.contains("apps.shop.expo") == true)
        }
    }
}

/// A provider that is only asked about its credentials.
private struct AskedProvider: PushProvider {
    let check: @Sendable () async -> CredentialCheck
    var id = ProviderID.apns
    let limits = QueueLimits()

    func problem(withToken _: String) -> String? { nil }
    func submit(_ batch: PushBatch, into sink: OutcomeSink) async {
        for index in batch.items.indices { sink.take(.accepted(receipt: nil), of: index) }
    }
    func checkCredentials() async -> CredentialCheck { await check() }
}
