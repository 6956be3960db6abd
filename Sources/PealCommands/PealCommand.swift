public import ArgumentParser
import PealServer

/// The program: every command by its name.
public struct PealCommand: AsyncParsableCommand {
    /// How `peal` is called.
    public static let configuration = CommandConfiguration(
        commandName: "peal",
        abstract: "A self-hosted notification server that can explain every decision.",
        discussion: """
            EXAMPLES:
              peal demo                            try it in the browser
              peal serve --sandbox                 try the API, without any set-up
              peal init                            write a configuration for production
              peal serve                           run the server
              peal why --app reports --user rahul  explain what a user received
            """,
        version: "peal \(PealVersion.current)",
        subcommands: [
            ServeCommand.self, DemoCommand.self, SandboxCommand.self, InitCommand.self, DoctorCommand.self,
            KeysCommand.self, LinkCommand.self, QueuesCommand.self, ClockCommand.self, WhyCommand.self,
            LintCommand.self,
            CatalogCommand.self, DiffCommand.self, GenerateCommand.self, AuditCommand.self, AlertsCommand.self,
            BackupCommand.self,
            MigrateCommand.self, CheckDeviceCommand.self,
        ]
    )

    /// For the argument parser.
    public init() {}

    /// Runs the command that the arguments name, and ends the process with its exit code.
    public static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            if let unknown = UnknownCommand.find(in: arguments, of: Self.self) {
                throw unknown
            }
            var command = try await asyncParseAsRoot(arguments)
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch {
            let ending = CommandEnding(error)
            ending.print()
            exit(withError: ExitCode(ending.status))
        }
    }
}
