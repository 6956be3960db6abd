import ArgumentParser
import Foundation
import JudgeKit

/// `peal-bench latency`.
struct LatencyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "latency",
        abstract:
            "Measures how long triggers take until they are accepted, and their pushes until the push service has them.",
        discussion: """
            First what the server ends a second at full load; then triggers at steady rates that are parts of it, each sent when \
            its time has come; last, how fast triggers are accepted while one large audience is sent to. Next to it stands \
            what the disk takes for a write, measured before, between and after. Build with -c release for figures that \
            mean something.
            """
    )

    @Option(help: "Loads in percent of the full one, separated by commas.")
    var loads = "25,50,90"
    @Option(help: "Seconds of each load.")
    var seconds = 10
    @Option(help: "the audience that triggers are accepted next to; 0 for none.")
    var audience = 200_000
    @Option(help: "Triggers a second next to it.")
    var rate = 2_000
    @Option(help: "The `peal` to test; default: the one next to this program.")
    var peal: String?
    @Option(help: "The directory of the catalogs.")
    var catalogs = "Catalogs"

    private var parts: [Int]? {
        let texts = loads.split(separator: ",")
        let parts = texts.compactMap { Int($0.trimmingCharacters(in: .whitespaces)) }
        return parts.count == texts.count && parts.allSatisfy((1...100).contains) ? parts : nil
    }

    func validate() throws {
        guard parts != nil, (1...600).contains(seconds), (0...1_000_000).contains(audience), (1...50_000).contains(rate)
        else { throw ValidationError("loads 1…100 each, seconds 1…600, audience 0…1000000, rate 1…50000") }
    }

    func run() async throws {
        let figures = try await Trial.run(peal: peal, catalogs: catalogs, connections: 128) { trial in
            try await LatencyRun(trial: trial, loads: parts ?? [], seconds: seconds, audience: audience, rate: rate)
                .measure()
        }
        Output.result(figures.table)
    }
}
