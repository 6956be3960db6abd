import ArgumentParser

/// Measures a built Peal, and parts of it, next to what bounds them.
@main
struct PealBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "peal-bench",
        abstract: "Measures a built Peal, each figure next to what bounds it.",
        discussion: """
            Starts `peal serve` and the provider simulators (`peal sandbox`) as processes of their own, on loopback only, in a \
            temporary directory that is removed at the end.
            """,
        subcommands: [
            LoadCommand.self, NoiseCommand.self, FaultsCommand.self, PolicyCommand.self, InboxCommand.self,
            LiveCommand.self, LatencyCommand.self, RecoveryCommand.self, SendersCommand.self, AuditCommand.self,
        ]
    )
}
