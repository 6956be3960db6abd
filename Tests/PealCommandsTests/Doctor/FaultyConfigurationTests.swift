import Foundation
import PealCatalog
import Testing

@testable import PealCommands
@testable import PealServer

@Suite("A peal.yaml that cannot be read")
struct FaultyConfigurationTests {
    /// A file around two secrets, and the position and the words that are shown of it.
    private static let files: [(yaml: String, shown: String)] = [
        (
            "rootKey: \"ROOTSECRET\"\napps:\n  match: {jwt: {secret: JWTSECRET}}\n\napps:\n  reports: {}\n",
            ":5:1: duplicate key `apps`, which is in line 2 already; merge the two"
        ),
        (
            "rootKey: \"ROOTSECRET\"\napps:\n  match:\n    jwt: {secret: JWTSECRET}\n  match: {}\n",
            ":5:3: duplicate key `match`, which is in line 3 already; merge the two"
        ),
        (
            "rootKey: \"ROOTSECRET\"\napps: {match: {jwt: {secret: JWTSECRET, secret: x}}}\n",
            ":2:22: duplicate key `secret`; remove one"
        ),
        ("rootKey: \"\\qROOTSECRET\"\napps: {match: {jwt: {secret: JWTSECRET}}}\n", ":1:"),
        ("rootKey: ROOTSECRET: x\napps: {match: {jwt: {secret: JWTSECRET}}}\n", ":1:"),
        ("rootKey: \"ROOTSECRET\napps: {match: {jwt: {secret: JWTSECRET}}}\n", ": invalid YAML: "),
        ("rootKey: [ROOTSECRET\napps: {match: {jwt: {secret: JWTSECRET}}}\n", ": invalid YAML: "),
        ("rootKey: &a ROOTSECRET\nport: *b\n", ":2:7: invalid YAML: found undefined alias"),
        ("- ROOTSECRET\n- JWTSECRET\n", " is not a mapping"),
        ("rootKey: ROOTSECRET\norigins: [[JWTSECRET]]\n", " is not a mapping"),
        ("? [ROOTSECRET]\n: JWTSECRET\n", ":1:3: a key must be a single word"),
        ("apps:\n  match: [{? {a: ROOTSECRET} : JWTSECRET}]\n", ":2:14: a key must be a single word"),
        ("rootKey: ROOTSECRET\n---\nrootKey: JWTSECRET\n", ": invalid YAML: "),
    ]

    @Test("is reported by position and key, and none of its content is shown", arguments: files)
    func secrets(yaml: String, shown: String) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "peal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let path = directory.appending(path: "peal.yaml").path
        try Data(yaml.utf8).write(to: URL(filePath: path))

        let start = await #expect(throws: ServerError.self) {
            try await ConfigurationFile(ConfigurationPath(path: path), environment: [:])
        }
        let doctor = await SettingCheck(
            paths: InstallationPaths(configuration: ConfigurationPath(path: path)),
            environment: [:]
        )
        .run()
        let source = RootKeySource(configuration: path, environment: [:])
        let key = #expect(throws: ServerError.self) { try source.checkReplaceable("x") }
        let words = [start?.message, key?.message].compactMap(\.self) + doctor.lines.map(\.message)
        for word in words {
            #expect(!word.contains("ROOTSECRET") && !word.contains("JWTSECRET"), "\(word)")
        }
        #expect(start?.message.contains(path + shown) == true || start?.message.contains(shown) == true)
        #expect(start?.message.hasPrefix(path) == true, "\(start?.message ?? "")")
        let found = doctor.lines.filter { $0.check == .configuration }
        #expect(found.map(\.level) == [.fail])
        #expect(found.first?.message == start?.message)
    }

    @Test("is only a file that has a fault", arguments: ["", "a: 1\n", "a: &x [1]\nb: *x\n", "a: {b: 1}\nc: {b: 1}\n"])
    func sound(yaml: String) {
        #expect(YAMLFault.find(in: yaml) == nil)
    }
}
