import Foundation
import PealCore
import PealCrypto
import Testing

@testable import PealServer

@Suite("What peal.yaml says", .timeLimit(.minutes(15)))
struct ConfigurationKeysTests {
    @Test(
        "A slip of the pen is reported with what was probably meant",
        arguments: [
            ("prot: 9", "prot: no such key; did you mean \"port\"?"),
            ("Port: 9", "Port: no such key; did you mean \"port\"?"),
            ("rootkey: x", "rootkey: no such key; did you mean \"rootKey\"?"),
            ("maxInFlight: 9", "maxInFlight: no such key; there are apps, backlog, catalogs, data, host"),
            ("apps: [1]", "apps: apps are needed below it, each by its name: match, reports"),
            ("apps: {nope: {}}", "apps.nope: no catalog serves this app; there are match, reports"),
            ("apps: {report: {}}", "apps.report: no catalog serves this app; did you mean \"reports\"?"),
            (
                "apps: {reports: {fcm: {credentialFile: a}}}",
                "apps.reports.fcm.credentialFile: no such key; did you mean \"credentialsFile\"?"
            ),
            ("apps: {reports: {jwt: {secrets: a}}}", "apps.reports.jwt.secrets: no such key; did you mean \"secret\"?"),
            ("apps: {reports: {jwt: a}}", "apps.reports.jwt: keys are needed below it: kid, secret, secretFile"),
            ("apps: {reports: {origins: a}}", "apps.reports.origins: a list is needed"),
            ("apps: {reports: {origins: [1]}}", "apps.reports.origins: a list of texts is needed"),
            ("apps: {reports: {fcm: {criticalAlerts: 7}}}", "apps.reports.fcm.criticalAlerts: true or false is needed"),
            ("host: [a]", "host: a single value is needed"),
            ("host:", "host: the value is missing; leave the key out to have the default"),
            ("port: nine", "port: a whole number is needed"),
            ("port: 65536", "port: 65536 is not from 0 to 65535"),
            ("backlog: 5", "backlog: 5 is not from 100 to 100000000"),
            (
                "apps: {reports: {apns: {keyID: a}}}",
                "apps.reports.apns.keyID: no such key; did you mean \"keyId\"?"
            ),
            (
                "apps: {reports: {apns: {keyId: ABCDE12345}}}",
                "apps.reports.apns: these are missing: keyFile (the .p8 file), teamId"
            ),
            (
                "apps: {reports: {fcm: {endpoint: \"https://a\"}}}", "apps.reports.fcm.credentialsFile is missing: name"
            ),
            (
                "apps: {reports: {webpush: {hosts: [a.example]}}}",
                "apps.reports.webpush: these are missing: key (`peal keys vapid` prints one), subject"
            ),
            ("apps: {reports: {webpush: {hosts: a.example}}}", "apps.reports.webpush.hosts: a list is needed"),
            ("apps: {reports: {expo: {enabled: [1]}}}", "apps.reports.expo.enabled: true or false is needed"),
            ("apps: {reports: {expo: {rate: 0}}}", "apps.reports.expo.rate: 0 is not from 1 to 1000000"),
            ("apps: {reports: {expo: {inFlight: many}}}", "apps.reports.expo.inFlight: a whole number is needed"),
            (
                "apps: {reports: {expo: {accessTokenFile: none.txt}}}", "apps.reports.expo.accessTokenFile: /"
            ),
        ]
    )
    func slip(yaml: String, problem: String) async throws {
        let error = await #expect(throws: ServerError.self) {
            try await Self.read("rootKey: \"\(RootKey.generate())\"\n\(yaml)\n")
        }
        #expect(error?.code == .configuration)
        #expect(error?.message.hasPrefix(problem) == true, "\(error?.message ?? "no error")")
    }

    @Test("All problems are reported at once, the missing root key among them")
    func all() async throws {
        let error = await #expect(throws: ServerError.self) {
            try await Self.read("prot: 9\nbacklog: 5\napps: {nope: {}, reports: {jwt: {secret: short}}}\n")
        }
        let message = try #require(error?.message)
        for part in ["prot: ", "backlog: ", "apps.nope: ", "apps.reports.jwt.secret: ", "rootKey is missing"] {
            #expect(message.contains(part))
        }
        #expect(message.split(separator: "\n").count == 5)
    }

    @Test("Every key there is can be set")
    func every() async throws {
        let key = RootKey.generate()
        let configuration = try await Self.read(
            """
            rootKey: "\(key)"
            host: 127.0.0.2
            port: 9000
            data: elsewhere
            catalogs: mine
            backlog: 200
            maximumInFlight: 7
            apps:
              match:
              reports:
                jwt: {secret: "\(key)", kid: 2026}
                origins: ["https://reports.example"]
                fcm: {credentials: "{}", endpoint: "http://127.0.0.1:9099", criticalAlerts: true}
            """
        )
        let reports = try #require(configuration.apps[AppID("reports")])
        #expect(configuration.host == "127.0.0.2")
        #expect(configuration.port == 9000)
        #expect(configuration.dataDirectory == "elsewhere")
        #expect(configuration.catalogsDirectory?.hasSuffix("/mine") == true)
        #expect(configuration.backlog == 200)
        #expect(configuration.maximumInFlight == 7)
        #expect(reports.jwtSecret == key)
        #expect(reports.jwtKeyID == "2026")
        #expect(reports.origins == ["https://reports.example"])
        #expect(reports.fcm?.serviceAccount == "{}")
        #expect(reports.fcm?.endpoint == "http://127.0.0.1:9099")
        #expect(reports.fcm?.criticalAlerts == true)
        #expect(reports.apns == nil)
        #expect(reports.expo == nil)
        #expect(reports.webpush == nil)
    }

    @Test("What peal init writes is read back without a problem")
    func fresh() async throws {
        let secret = RootKey.generate()
        let text = ConfigurationText(
            rootKey: RootKey.generate(),
            dataDirectory: "peal-data",
            catalogsDirectory: nil,
            apps: [(AppID("match"), secret), (AppID("reports"), secret)]
        )
        let configuration = try await Self.read(text.yaml)
        #expect(configuration.apps[AppID("reports")]?.jwtSecret == secret)
    }

    /// The configuration of a file that serves the apps `match` and `reports`.
    @discardableResult private static func read(_ yaml: String) async throws -> ServerConfiguration {
        let path = FileManager.default.temporaryDirectory.appending(path: "peal-\(UUID().uuidString).yaml").path
        try Data(yaml.utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        var file = try await ConfigurationFile(path: path, environment: [:])
        return try file.read(apps: [AppID("match"), AppID("reports")], overrides: .init())
    }
}
