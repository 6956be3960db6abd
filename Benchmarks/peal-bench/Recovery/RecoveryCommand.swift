import ArgumentParser
import JudgeKit

/// `peal-bench recovery`.
struct RecoveryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recovery",
        abstract: "Measures how long a start takes with very many pushes waiting.",
        discussion: """
            An audience is decided about while the push service answers nothing; the server is killed as by a power cut; then it \
            is started again, and the push service is back. Build with -c release for figures that mean something.
            """
    )

    @Option(help: "Pushes that wait.")
    var pending = 1_000_000
    @Option(help: "The `peal` to test; default: the one next to this program.")
    var peal: String?
    @Option(help: "The directory of the catalogs.")
    var catalogs = "Catalogs"

    func validate() throws {
        guard (1...5_000_000).contains(pending) else { throw ValidationError("pending 1…5000000") }
    }

    func run() async throws {
        let figures = try await Trial.run(peal: peal, catalogs: catalogs, connections: 8) { trial in
            try await RecoveryRun(trial: trial, pending: pending).measure()
        }
        Output.result(figures.table)
    }
}
