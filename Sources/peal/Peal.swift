import ArgumentParser
import PealCommands
import PealServer

/// The one executable.
@main
struct Peal: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "peal",
        abstract: "A self-hosted notification platform that can always say why.",
        subcommands: [
            ServeCommand.self, DemoCommand.self, SandboxCommand.self, InitCommand.self, KeysCommand.self,
            LintCommand.self, BackupCommand.self, LanesCommand.self, WhyCommand.self,
            CatalogCommand.self, DiffCommand.self,
            DoctorCommand.self,
        ]
    )
}
