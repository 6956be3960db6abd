public import ArgumentParser
import Foundation

/// Looks at an installation and says what is wrong with it.
public struct DoctorCommand: AsyncParsableCommand {
    /// How `peal doctor` is called.
    public static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check configuration, keys, data and credentials, and say how to mend what is wrong.",
        discussion: """
            One line for each check: ok, warn or FAIL. The exit code is 1 when there is a FAIL. It changes nothing that a
            running server uses and needs no lock, so it may run beside one.

            With --online every push service is asked whether it takes the credentials. Nobody gets a push.
            """
    )

    @OptionGroup var options: DataOptions
    @Flag(help: "Ask the push services whether they take the credentials.")
    var online = false
    @Flag(help: "Print the report as JSON.")
    var json = false

    /// Where the configuration lies when the command line says nothing; it may be missing.
    private static let usualConfig = "peal.yaml"

    /// For the argument parser.
    public init() {}

    /// Checks and prints the report.
    public func run() async throws {
        let clock = SystemClock()
        let doctor = Doctor(
            place: DoctorPlace(
                config: options.config,
                isConfigNamed: options.config != Self.usualConfig,
                data: options.data,
                catalogs: options.catalogs
            ),
            environment: ProcessInfo.processInfo.environment,
            now: { clock.now },
            inspectDatabase: { try DatabaseInspection.looking(at: $0) }
        )
        let isOnline = online
        let report = try await ProviderTransport.with { transport in
            await doctor.run(transport: transport, isOnline: isOnline)
        }
        print(try json ? report.json() : report.text, terminator: "")
        if report.hasFailed { throw ExitCode(1) }
    }
}
