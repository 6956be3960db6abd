import Foundation
import PealCore
import PealCrypto
import Testing

@testable import PealServer

@Suite("Secrets of actions in peal.yaml (R193)")
struct ActionSettingsTests {
    private static let (old, new) = (String(repeating: "o", count: 32), String(repeating: "n", count: 32))
    private static let notification = NotificationID(UUIDv7(milliseconds: 1, random: (0, 1)))

    /// The tokens of a configuration with these lines, and one root key.
    private static func tokens(_ yaml: String, files: [String: String] = [:]) async throws -> ActionTokens {
        let directory = FileManager.default.temporaryDirectory.appending(path: "peal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        for (name, text) in files { try Data(text.utf8).write(to: directory.appending(path: name)) }
        let path = directory.appending(path: "peal.yaml")
        let root = Data(repeating: 7, count: 32).base64EncodedString()
        try Data("rootKey: \"\(root)\"\n\(yaml)\n".utf8).write(to: path)
        var file = try await ConfigurationFile(ConfigurationPath(path: path.path), environment: [:])
        let apps: [AppID] = ["match", "reports"]
        return ActionTokens(try file.read(apps: apps, overrides: .init()), apps: apps)
    }

    private static func token(_ tokens: ActionTokens) throws -> String {
        let end = Timestamp(seconds: 1_000)
        return try #require(tokens.token(for: "a", of: notification, user: "ann", app: "reports", until: end))
    }

    private static func accepts(_ tokens: ActionTokens, _ token: String) -> Bool {
        tokens.verify(token, for: "a", of: notification, now: Timestamp(seconds: 1))?.app == "reports"
    }

    @Test(
        "Without a secret the root key signs; a secret is rotated by way of the previous one, and no token in use ends"
    )
    func rotation() async throws {
        let none = try await Self.tokens("")
        let first = try await Self.tokens(
            "apps: {reports: {actions: {secretFile: actions.secret}}}",
            files: ["actions.secret": Self.old + "\n"]
        )
        let second = try await Self.tokens(
            "apps: {reports: {actions: {secret: \(Self.new), previousSecret: \(Self.old)}}}"
        )
        let third = try await Self.tokens("apps: {reports: {actions: {secret: \(Self.new)}}}")
        let made = try [none, first, second, third].map(Self.token)
        #expect(Set(made).count == 3 && made[2] == made[3])
        #expect(made.map { Self.accepts(none, $0) } == [true, false, false, false])
        #expect(made.map { Self.accepts(first, $0) } == [true, true, false, false])
        #expect(made.map { Self.accepts(second, $0) } == [true, true, true, true])
        #expect(made.map { Self.accepts(third, $0) } == [true, false, true, true])
    }

    @Test(
        "A secret that is too short, or missing next to the previous one, is reported",
        arguments: [
            ("{secret: short}", "apps.reports.actions.secret: needs at least 32 bytes"),
            ("{secret: \(new), previousSecret: short}", "apps.reports.actions.previousSecret: needs at least 32 bytes"),
            ("{previousSecret: \(old)}", "apps.reports.actions.secret: is missing"),
        ]
    )
    func faults(_ section: String, problem: String) async {
        let error = await #expect(throws: (any Error).self) {
            _ = try await Self.tokens("apps: {reports: {actions: \(section)}}")
        }
        #expect(error.map { "\($0)".contains(problem) } == true)
    }
}
