import ArgumentParser

/// Holds a built Peal to its promises: by killing it, and by simulation.
@main
struct PealJudge: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "peal-judge",
        abstract: "Holds a built Peal to its published promises.",
        discussion: """
            Starts `peal serve` and the provider simulators (`peal sandbox`) as processes of their own, on loopback only, in a \
            temporary directory that is removed at the end. Benchmarks are commands of `peal-bench`.
            """,
        subcommands: [CrashCommand.self, SimCommand.self, ZonesCommand.self, BenchmarkCommand.self]
    )
}
