import ArgumentParser
import JudgeKit

/// `peal-bench noise`.
struct NoiseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "noise",
        abstract: "Measures how long another app's critical alert takes while one app sends to thousands.",
        discussion: """
            From the request to the push that the push service accepted: first with nothing else to do, then while another app's \
            announcements are fanned out and sent. The difference is what one app costs another.
            """
    )

    @Option(help: "Announcements of the noisy app that wait at a time.")
    var triggers = 160
    @Option(help: "Users each of them goes to.")
    var audience = 1_000
    @Option(help: "Alerts measured of each kind.")
    var tries = 20
    @Option(help: "Milliseconds by which the median may grow.")
    var limit = 250
    @Option(help: "The `peal` to test; default: the one next to this program.")
    var peal: String?
    @Option(help: "The directory of the catalogs.")
    var catalogs = "Catalogs"

    func validate() throws {
        guard (1...5_000).contains(triggers), (1...10_000).contains(audience), (1...1_000).contains(tries) else {
            throw ValidationError("triggers 1…5000, audience 1…10000, tries 1…1000")
        }
    }

    func run() async throws {
        let figures = try await Trial.run(
            peal: peal,
            catalogs: catalogs,
            connections: 16,
            apps: ["nhs", "dsober"],
            way: .fcmHTTP1
        ) { trial in
            try await NoiseRun(trial: trial, triggers: triggers, audience: audience, tries: tries).measure()
        }
        Output.result(figures.table(limit: Double(limit)))
        guard figures.added <= Double(limit) else { throw ExitCode.failure }
    }
}
