public import ArgumentParser
import Foundation
import PealCore
import PealServer

/// Walks a user through the check of a real phone, and writes down what came of it (R248, R249).
public struct CheckDeviceCommand: AsyncParsableCommand {
    /// How `peal check-device` is called.
    public static let configuration = CommandConfiguration(
        commandName: "check-device",
        abstract: "Check a real phone: send, wait for what it reports, and ask what only you can see.",
        discussion: """
            Sends notifications of the app's catalog to one user and waits for what the phone reports: received, opened, \
            replied, dismissed. It asks only what no machine can know, such as whether it sounded, and writes a report in \
            Markdown. Sign in on the phone as this user first. Answer y, n, or s to skip; Control-C ends it, with what was \
            found so far in the report.

            EXAMPLES:
              peal check-device --app nhs --user me
              peal check-device --app gss --user me --only reply,tap
              peal check-device --app nhs --user me --key-file key.txt
            """
    )

    @Option(help: "The app.")
    var app: String
    @Option(help: "The user who is signed in on the phone.")
    var user: String
    @Option(help: "Where the server is.")
    var url = "http://localhost:8080"
    @Option(
        help:
            "A file with a secret key of the app that has every scope. Without it: PEAL_KEY, else the test key of a sandbox."
    )
    var keyFile: String?
    @Option(help: "Only these, separated by commas: \(DeviceCheck.names).")
    var only: String?
    @Option(help: "How long to wait for a phone's report, in seconds.")
    var wait = 60
    @Option(help: "Where the report is written; an existing file is not replaced.")
    var report: String?

    /// For the argument parser.
    public init() {}

    /// Checks what the parser cannot.
    public func validate() throws {
        guard (1...3600).contains(wait) else {
            throw ValidationError("--wait \(wait) is out of range; write 1 to 3600")
        }
        _ = try kinds()
    }

    /// Checks the phone; exits 1 when something was not as expected.
    public func run() async throws {
        let file = report ?? "device-check-\(app)-\(Self.stamp()).md"
        guard !FileManager.default.fileExists(atPath: file) else {
            throw DeviceCheckError("\(file) is there already; name another file with --report")
        }
        let key = try key()
        let kinds = try kinds()
        let hasFailed = try await ProviderTransport.with { transport in
            try await check(DeviceCheckServer(transport: transport, url: url, key: key), kinds, into: file)
        }
        if hasFailed { throw ExitCode(1) }
    }

    /// Runs the checks; whether something was not as expected.
    private func check(
        _ server: DeviceCheckServer,
        _ kinds: Set<DeviceCheck.Kind>,
        into file: String
    ) async throws -> Bool {
        let catalog = try await server.catalog()
        let entity = DeviceCheckEntity(catalog: catalog, now: SystemClock().now)
        let terminal = DeviceCheckTerminal()
        let run = DeviceCheckRun(
            server: server,
            terminal: terminal,
            user: user,
            patience: .seconds(wait),
            entity: entity
        )
        let plan = try await run.plan(catalog, kinds: kinds)
        var report = DeviceCheckReport(
            app: app,
            user: user,
            url: url,
            devices: plan.devices,
            date: SystemClock().now
        )
        for check in plan.checks {
            let result = try await run.run(check)
            report.results.append(result)
            // After each one: whoever ends it early keeps what was found.
            try Data(report.markdown.utf8).write(to: URL(filePath: file), options: .atomic)
            if result.isCancelled { break }
        }
        await entity.remove(from: server)
        terminal.say("\nThe report: \(file)")
        return report.hasFailed
    }

    private func kinds() throws -> Set<DeviceCheck.Kind> {
        guard let only else { return Set(DeviceCheck.Kind.allCases) }
        return try Set(
            only.split(separator: ",").map { name in
                let name = name.trimmingCharacters(in: .whitespaces)
                guard let kind = DeviceCheck.Kind(rawValue: name) else {
                    throw ValidationError("--only knows no `\(name)`; write \(DeviceCheck.names)")
                }
                return kind
            }
        )
    }

    private func key() throws -> String {
        if let keyFile {
            guard let text = try? String(contentsOfFile: keyFile, encoding: .utf8) else {
                throw DeviceCheckError("cannot read \(keyFile)")
            }
            return text.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        return ProcessInfo.processInfo.environment["PEAL_KEY"] ?? "sk_test_\(app)"
    }

    private static func stamp() -> String {
        String(SystemClock().now.rfc3339.prefix(16)).replacing(":", with: "").replacing("T", with: "-")
    }
}
