import Foundation
import NIOCore
import PealCore
import PealCrypto
import PealFCM
import PealHTTP
import PealRealtime
import Testing

@testable import PealServer

@Suite("What peal.yaml says")
struct ConfigurationKeysTests {
    @Test(
        "A slip of the pen is reported with what was probably meant",
        arguments: [
            ("prot: 9", "prot: unknown key; did you mean `port`?"),
            ("Port: 9", "Port: unknown key; did you mean `port`?"),
            ("rootkey: x", "rootkey: unknown key; did you mean `rootKey`?"),
            ("maxInFlight: 9", "maxInFlight: unknown key; known: admin, alertTo, analysisTimeout, apps, backlog"),
            ("apps: [1]", "apps: is a section with one key for each app; the apps are match, reports"),
            (
                "apps: {nope: {}}",
                "apps.nope: unknown app; remove the section, or add its catalog; the catalogs in this build define match"
            ),
            ("apps: {report: {}}", "apps.report: unknown app; did you mean `reports`?"),
            (
                "apps: {reports: {fcm: {credentialFile: a}}}",
                "apps.reports.fcm.credentialFile: unknown key; did you mean `credentialsFile`?"
            ),
            ("apps: {reports: {jwt: {secrets: a}}}", "apps.reports.jwt.secrets: unknown key; did you mean `secret`?"),
            (
                "apps: {reports: {jwt: a}}",
                "apps.reports.jwt: is a section; its keys are algorithms, allow, audience, caFile, issuer, jwks, jwksFile"
            ),
            ("apps: {reports: {review: always}}", "apps.reports.review: write `required` or `optional`, not `always`"),
            ("apps: {reports: {origins: a}}", "apps.reports.origins: write a list"),
            ("apps: {reports: {origins: [1]}}", "apps.reports.origins: write a list of texts"),
            ("apps: {reports: {origins: [\"*\"]}}", "apps.reports.origins: * has a wildcard; list each origin"),
            (
                "apps: {reports: {origins: [\"https://a.example/\"]}}",
                "apps.reports.origins: https://a.example/ ends in a slash; write scheme, host and port only"
            ),
            ("apps: {reports: {fcm: {criticalAlerts: 7}}}", "apps.reports.fcm.criticalAlerts: write true or false"),
            (
                "proxies: [localhost]",
                "proxies: `localhost` is neither an address nor a range; write 10.0.0.1, 10.0.0.0/8"
            ),
            ("proxies: [10.0.0.1, nonsense]", "proxies: `nonsense` is neither an address nor a range"),
            ("proxies: [\"10.0.0.0/33\"]", "proxies: `10.0.0.0/33` is neither an address nor a range"),
            ("proxies: [\"10.0.0.1:8080\"]", "proxies: `10.0.0.1:8080` is neither an address nor a range"),
            ("proxies: [\"[::1]\"]", "proxies: `[::1]` is neither an address nor a range"),
            ("proxies: [\"*\"]", "proxies: `*` is neither an address nor a range"),
            ("admin: 9100", "admin: write a host and a port, such as 127.0.0.1:9100"),
            ("admin: \"::1:9100\"", "admin: write a host and a port"),
            ("timeouts: {header: 10}", "timeouts.header: write a duration, such as 10s"),
            ("timeouts: {idle: 2h}", "timeouts.idle: 2h is out of range; write 100ms to 1h"),
            ("timeouts: {bodies: 2s}", "timeouts.bodies: unknown key; did you mean `body`?"),
            ("streams: {perUser: 0}", "streams.perUser: 0 is out of range; write 1 to 10000"),
            ("streams: {channels: many}", "streams.channels: write an integer"),
            ("streams: {messageSize: 65}", "streams.messageSize: 65 is out of range; write 1 to 64"),
            ("streams: {events: 10}", "streams.events: 10 is out of range; write 1000 to 10000000"),
            ("streams: {ping: 2m}", "streams.ping: 2m is out of range; write 5s to 1m"),
            ("streams: {drain: 10s}", "streams.drain: 10s is out of range; write 0s to 5s"),
            ("streams: {pings: 10s}", "streams.pings: unknown key; did you mean `ping`?"),
            ("bodyMemory: 1", "bodyMemory: 1 is out of range; write 8 to 65536"),
            ("rateLimits: {key: {rate: 0}}", "rateLimits.key.rate: 0 is out of range; write 1 to 1000000"),
            ("rateLimits: {users: {rate: 1}}", "rateLimits.users: unknown key; did you mean `user`?"),
            ("apps: {reports: {jwt: {maximumLifetime: 1s}}}", "apps.reports.jwt.maximumLifetime: 1s is out of range"),
            ("apps: {reports: {jwt: {leeway: 1h}}}", "apps.reports.jwt.leeway: 1h is out of range; write 0s to 5m"),
            ("apps: {reports: {jwt: {kid: a}}}", "apps.reports.jwt: no key; set secret, publicKey or jwks"),
            (
                "apps: {reports: {jwt: {jwksUrl: http://id.example/keys}}}",
                "apps.reports.jwt.jwksUrl: must begin with https://"
            ),
            (
                "apps: {reports: {jwt: {jwksUrl: https://10.0.0.1/keys}}}",
                "apps.reports.jwt.jwksUrl: must have a host name, not an address; for a provider in a private network"
            ),
            (
                "apps: {reports: {jwt: {jwksUrl: https://id.example/keys, allow: [id]}}}",
                "apps.reports.jwt.allow: id is not host:port"
            ),
            (
                "apps: {reports: {jwt: {algorithms: [HS256, none]}}}",
                "apps.reports.jwt.algorithms: write one or more of HS256, ES256, EdDSA, RS256"
            ),
            ("apps: {reports: {jwt: {jwks: \"[]\"}}}", "apps.reports.jwt.jwks: is not a JWK set; write {\"keys\": "),
            (
                "apps: {reports: {jwt: {jwks: '{\"keys\":[]}'}}}",
                "apps.reports.jwt.jwks: holds no key that can be used: it is empty"
            ),
            (
                "apps: {reports: {jwt: {jwks: '{\"keys\":[{\"kty\":\"oct\",\"k\":\"c2hvcnQ\"}]}'}}}",
                "apps.reports.jwt.jwks: a key without a kid has fewer than 32 bytes"
            ),
            (
                "apps: {reports: {jwt: {secret: \(Self.secret), jwks: '{\"keys\":[\(Self.oct)]}'}}}",
                "apps.reports.jwt: more than one key has no kid; give each key a kid of its own"
            ),
            (
                "apps: {reports: {jwt: {secret: \(Self.secret), kid: a, publicKey: \"\(Self.pem)\", publicKeyKid: a}}}",
                "apps.reports.jwt: more than one key has the kid \"a\"; give each key a kid of its own"
            ),
            (
                "apps: {reports: {jwt: {publicKey: \"\(Self.pem)\", algorithms: [HS256]}}}",
                "apps.reports.jwt.publicKey: is for EdDSA, which `algorithms` does not name"
            ),
            (
                "apps: {reports: {jwt: {publicKey: MCowBQYDK2VwAyEA}}}",
                "apps.reports.jwt.publicKey: is not a public key in PEM, which begins with -----BEGIN PUBLIC KEY-----"
            ),
            (
                "apps: {reports: {jwt: {publicKeyFile: nowhere.pem}}}",
                "apps.reports.jwt.publicKeyFile: cannot read /"
            ),
            (
                "apps: {match: {jwt: {secret: \(Self.secret), audience: reports}}, reports: {jwt: {secret: \(Self.secret)}}}",
                "apps.match.jwt.audience: apps.reports has the same; each app needs its own"
            ),
            ("host: [a]", "host: write a single value"),
            ("host:", "host: the value is missing; remove the key to use the default"),
            ("port: nine", "port: write an integer"),
            ("port: 65536", "port: 65536 is out of range; write 0 to 65535"),
            ("backlog: 5", "backlog: 5 is out of range; write 100 to 100000000"),
            (
                "apps: {reports: {apns: {keyID: a}}}",
                "apps.reports.apns.keyID: unknown key; did you mean `keyId`?"
            ),
            (
                "apps: {reports: {apns: {keyId: ABCDE12345}}}",
                "apps.reports.apns: set keyFile (the .p8 file), teamId"
            ),
            (
                "apps: {reports: {fcm: {endpoint: \"https://a\"}}}", "apps.reports.fcm.credentialsFile: name"
            ),
            (
                "apps: {reports: {webpush: {hosts: [a.example]}}}",
                "apps.reports.webpush: set key (`peal keys vapid` creates one), subject"
            ),
            ("apps: {reports: {webpush: {hosts: a.example}}}", "apps.reports.webpush.hosts: write a list"),
            ("apps: {reports: {expo: {enabled: [1]}}}", "apps.reports.expo.enabled: write true or false"),
            ("apps: {reports: {expo: {rate: 0}}}", "apps.reports.expo.rate: 0 is out of range; write 1 to 1000000"),
            ("apps: {reports: {expo: {inFlight: many}}}", "apps.reports.expo.inFlight: write an integer"),
            (
                "apps: {reports: {expo: {accessTokenFile: none.txt}}}",
                "apps.reports.expo.accessTokenFile: cannot read /"
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

    private static let secret = String(repeating: "s", count: 32)
    /// The key of RFC 8410, 10.1, with line breaks as YAML escapes them.
    private static let pem =
        "-----BEGIN PUBLIC KEY-----\\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\\n-----END PUBLIC KEY-----"
    private static let oct = #"{"kty":"oct","k":"\#(String(repeating: "A", count: 43))"}"#

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
            admin: "[::1]:9100"
            connections: 100
            timeouts: {header: 1s, idle: 2s, body: 3s}
            streams: {perUser: 3, channels: 4, messageSize: 5, events: 6000, ping: 7s, drain: 1s}
            bodyMemory: 9
            analysisTimeout: 4s
            proxies: [10.0.0.1, 172.16.0.0/12, "2001:db8::/32"]
            rateLimits:
              key: {rate: 1, burst: 2}
              user: {rate: 3, burst: 4}
              address: {rate: 5, burst: 6}
            apps:
              match:
              reports:
                jwt:
                  secret: "\(key)"
                  kid: 2026
                  publicKey: "\(Self.pem)"
                  publicKeyKid: app
                  maximumLifetime: 1d
                  leeway: 5s
                  issuer: https://id.example
                  audience: reports-app
                  algorithms: [HS256, EdDSA]
                  jwksUrl: http://keys.internal:8080/set
                  allow: ["http://keys.internal:8080"]
                  jwks: '{"keys": [{"kty": "OKP", "crv": "Ed25519", "kid": "edge",
                    "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}'
                origins: ["https://reports.example"]
                fcm: {credentials: "{}", endpoint: "http://127.0.0.1:9099", criticalAlerts: true}
            """
        )
        let reports = try #require(configuration.apps[AppID("reports")])
        #expect(configuration.host == "127.0.0.2")
        #expect(configuration.port == 9000)
        // Relative to the file, wherever a command is started.
        let folder = FileManager.default.temporaryDirectory
        #expect(configuration.dataDirectory == folder.appending(path: "elsewhere").path)
        #expect(configuration.catalogsDirectory?.hasSuffix("/mine") == true)
        #expect(configuration.backlog == 200)
        #expect(configuration.maximumInFlight == 7)
        let jwt = try #require(reports.jwt)
        #expect(jwt.keys.map(\.kid) == ["2026", "app", "edge"])
        #expect(jwt.keys.map(\.algorithm) == [.hs256, .eddsa, .eddsa])
        #expect(jwt.keys.first == JSONWebKey(secret: Array(key.utf8), kid: "2026"))
        #expect(jwt.policy.maximumLifetime == .seconds(86_400) && jwt.policy.leeway == .seconds(5))
        #expect(jwt.policy.audience == "reports-app" && jwt.policy.issuer == "https://id.example")
        #expect(jwt.policy.algorithms == [.hs256, .eddsa])
        #expect(jwt.url?.text == "http://keys.internal:8080/set")
        #expect(configuration.admin == ListenAddress(host: "::1", port: 9100))
        #expect(configuration.edge.connections.connections == 100)
        #expect(configuration.edge.connections.header == .seconds(1))
        #expect(configuration.edge.connections.idle == .seconds(2))
        #expect(configuration.edge.connections.body == .seconds(3))
        #expect(
            configuration.edge.streams
                == StreamLimits(
                    connections: 3,
                    channels: 4,
                    events: 6_000,
                    messageBytes: 5 * 1024,
                    ping: .seconds(7),
                    drain: .seconds(1)
                )
        )
        #expect(configuration.edge.bodyBytes == 9 * 1024 * 1024)
        #expect(configuration.edge.analysis == .seconds(4))
        #expect(configuration.edge.rates.key == RateRule(rate: 1, burst: 2))
        #expect(configuration.edge.rates.user == RateRule(rate: 3, burst: 4))
        #expect(configuration.edge.rates.address == RateRule(rate: 5, burst: 6))
        #expect(configuration.edge.rates.proxies == ["10.0.0.1", "172.16.0.0/12", "2001:db8::/32"])
        #expect(reports.origins == ["https://reports.example"])
        #expect(reports.fcm?.serviceAccount == "{}")
        #expect(reports.fcm?.endpoint == "http://127.0.0.1:9099")
        #expect(reports.fcm?.criticalAlerts == true)
        #expect(reports.apns == nil)
        #expect(reports.expo == nil)
        #expect(reports.webpush == nil)
    }

    @Test(
        "A byte order mark before the file is passed over",
        arguments: ["\u{FEFF}", "\u{FEFF}# by an editor\n", "\u{FEFF}\n"]
    )
    func mark(start: String) async throws {
        let configuration = try await Self.read(
            "\(start)rootKey: \"\(RootKey.generate())\"\nport: 9001\nproxies: [10.0.0.0/8]\n"
        )
        #expect(configuration.port == 9001)
        #expect(configuration.edge.rates.proxies == ["10.0.0.0/8"])
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
        #expect(
            configuration.apps[AppID("reports")]?.jwt?.keys
                == [JSONWebKey(secret: Array(secret.utf8), kid: nil)].compactMap(\.self)
        )
    }

    /// The configuration of a file that serves the apps `match` and `reports`.
    @discardableResult private static func read(_ yaml: String) async throws -> ServerConfiguration {
        let path = FileManager.default.temporaryDirectory.appending(path: "peal-\(UUID().uuidString).yaml").path
        try Data(yaml.utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        var file = try await ConfigurationFile(ConfigurationPath(path: path), environment: [:])
        return try file.read(apps: [AppID("match"), AppID("reports")], overrides: .init())
    }
}
