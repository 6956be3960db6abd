public import ArgumentParser
import Foundation
import PealServer

/// Checks an installation.
public struct DoctorCommand: AsyncParsableCommand {
    /// How `peal doctor` is called.
    public static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check the configuration, keys, data and credentials, and tell how to fix them.",
        discussion: """
            Prints one line for each check: ok, warn or FAIL. The exit code is 1 when there is a FAIL. Safe while the \
            server is running: it changes nothing that a server uses, and needs no lock.

            With --online it asks every push service whether it accepts the credentials. No push is sent.

            EXAMPLES:
              peal doctor
              peal doctor --online --json
            """
    )

    @OptionGroup var options: DataOptions
    @Flag(help: "Ask the push services whether they accept the credentials.")
    var online = false
    @Flag(help: "Print the report as JSON.")
    var json = false

    /// For the argument parser.
    public init() {}

    /// Checks and prints the report.
    public func run() async throws {
        let clock = SystemClock()
        let doctor = Doctor(
            paths: options.paths,
            environment: ProcessInfo.processInfo.environment,
            now: { clock.now },
            inspectDatabase: { try DatabaseInspection.looking(at: $0) }
        )
        let isOnline = online
        let report = try await ProviderTransport.with { transport in
            await doctor.run(transport: transport, isOnline: isOnline)
        }
        print(try json ? report.json() : report.text(.standardOutput), terminator: "")
        if report.hasFailed { throw ExitCode(1) }
    }
}
