import Foundation
import PealCore
import PealCrypto
import PealEngine
import Testing

@testable import PealServer

@Suite("The list alertTo of peal.yaml")
struct AlertToSettingsTests {
    private static let url = "https://hooks.slack.example/services/T0/B0/secret-part"
    private static let key = "0123456789abcdef0123456789abcdef"

    /// The destinations of a configuration with these lines.
    private static func read(
        _ lines: String,
        files: [String: String] = [:],
        environment: [String: String] = [:]
    ) async throws -> [AlertToSettings] {
        let directory = FileManager.default.temporaryDirectory.appending(path: "peal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        for (name, text) in files { try Data(text.utf8).write(to: directory.appending(path: name)) }
        let path = directory.appending(path: "peal.yaml")
        let root = Data(repeating: 7, count: 32).base64EncodedString()
        try Data("rootKey: \"\(root)\"\nport: 08080\n\(lines)\n".utf8).write(to: path)
        var file = try await ConfigurationFile(ConfigurationPath(path: path.path), environment: environment)
        return try file.read(apps: ["match"], overrides: .init()).alertTo
    }

    @Test("Every kind is read, a secret from a file or the environment as well; the second of a kind gets a number")
    func every() async throws {
        #expect(try await Self.read("").isEmpty)
        let lines = """
            alertTo:
              - hook: https://ops.example/peal
                secret: whsec_AAAA
              - slack: \(Self.url)
              - slackFile: slack.txt
              - pagerduty: \(Self.key)
            """
        let found = try await Self.read(lines, files: ["slack.txt": "https://chat.example/hooks/1\n"])
        #expect(found.map(\.name) == ["hook", "slack", "slack-2", "pagerduty"])
        #expect(
            found.map(\.host) == ["ops.example", "hooks.slack.example", "chat.example", "events.pagerduty.com"]
        )
        guard case .hook(_, let secret?) = found[0].way, case .slack(let url) = found[2].way else {
            return #expect(Bool(false), "\(found)")
        }
        #expect(secret.text == "whsec_AAAA" && url == "https://chat.example/hooks/1")
        let environment = try await Self.read("", environment: ["PEAL_ALERT_TO_0_PAGERDUTY": Self.key])
        #expect(environment.map(\.name) == ["pagerduty"])
        let compact = try await Self.read("alertTo: [{slack: \"\(Self.url)\"}]")
        #expect(compact.map(\.name) == ["slack"])
    }

    @Test("What prints the settings prints neither a URL nor a key")
    func secrets() async throws {
        let found = try await Self.read("alertTo: [{slack: \"\(Self.url)\"}, {pagerduty: \"\(Self.key)\"}]")
        var printed = "\(found)"
        dump(found, to: &printed)
        #expect(!printed.contains("secret-part") && !printed.contains(Self.key))
    }

    private static let faults: [(String, String)] = [
        ("{slak: \"\(url)\"}", "alertTo.0.slak: unknown key; did you mean `slack`?"),
        ("{allow: [\"a.example:1\"]}", "alertTo.0: names no destination; write hook, slack or pagerduty"),
        ("{slack: \"\(url)\", pagerduty: \(key)}", "alertTo.0: is one destination; write an entry each for"),
        ("{slack: \"\(url)\", secret: whsec_AAAA}", "alertTo.0.secret: belongs to hook; remove it"),
        ("{slack: \"http://hooks.slack.example/x\"}", "alertTo.0.slack: must begin with https://; name its host:port"),
        ("{hook: \"https://10.0.0.7/x\"}", "alertTo.0.hook: must have a host name, not an address; name its host:port"),
        ("{hook: \"https://ops.example/x\", secret: abc}", "alertTo.0.secret: write `whsec_` and base64"),
        ("{hook: \"https://ops.example/x\", allow: [nowhere]}", "alertTo.0.allow: nowhere is not host:port"),
        ("{slackFile: nothing.txt}", "alertTo.0.slackFile: cannot read"),
        ("{pagerduty: short}", "alertTo.0.pagerduty: write the integration key"),
        ("{pagerduty: \(key), endpoint: \"http://pd.example\"}", "alertTo.0.endpoint: must begin with https://"),
        ("https://hooks.slack.example/x", "alertTo.0: is a section; its keys are"),
    ]

    @Test("What is wrong is said with the key, and without the secret", arguments: faults)
    func faulty(entry: String, problem: String) async throws {
        let error = await #expect(throws: ServerError.self) { try await Self.read("alertTo: [\(entry)]") }
        let text = error?.message ?? ""
        #expect(text.contains(problem), "\(text)")
        #expect(!text.contains("secret-part") && !text.contains(Self.key), "\(text)")
    }

    @Test("A destination in a private network is called when its entry allows it, or `webhooks.allow` does")
    func allowed() async throws {
        for lines in [
            "alertTo: [{hook: \"http://10.0.0.7:9000/x\", allow: [\"http://10.0.0.7:9000\"]}]",
            "webhooks: {allow: [\"http://10.0.0.7:9000\"]}\nalertTo: [{hook: \"http://10.0.0.7:9000/x\"}]",
        ] {
            let found = try await Self.read(lines)
            #expect(found.map(\.host) == ["10.0.0.7"])
        }
    }

    @Test("A list that is none, and one that is too long, are said")
    func shape() async throws {
        let section = await #expect(throws: ServerError.self) {
            try await Self.read("alertTo: {slack: \"\(Self.url)\"}")
        }
        #expect(section?.message.contains("alertTo: write a list of entries; the keys of an entry are") == true)
        let many = Array(repeating: "{slack: \"\(Self.url)\"}", count: 11).joined(separator: ", ")
        let long = await #expect(throws: ServerError.self) { try await Self.read("alertTo: [\(many)]") }
        #expect(long?.message.contains("alertTo: at most 10 entries") == true)
    }
}
