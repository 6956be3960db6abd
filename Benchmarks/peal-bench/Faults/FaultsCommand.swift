import ArgumentParser
import Foundation
import JudgeKit

/// `peal-bench faults`.
struct FaultsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "faults",
        abstract: "Measures how fast triggers are acknowledged while the push service fails in every way.",
        discussion: """
            Triggers come at a steady pace, without faults, in an outage, while answers drip, while the sender is throttled and \
            while connections drop. The baseline is measured between the others: what differs there is noise. Afterwards every \
            delivery is accounted for: none may be lost, whatever failed.
            """
    )

    @Option(help: "Seconds of each fault profile.")
    var seconds = 6
    @Option(help: "Triggers a second.")
    var rate = 200
    @Option(help: "The `peal` to test; default: the one next to this program.")
    var peal: String?
    @Option(help: "The directory of the catalogs.")
    var catalogs = "Catalogs"

    func validate() throws {
        guard (1...600).contains(seconds), (1...5_000).contains(rate) else {
            throw ValidationError("seconds 1…600, rate 1…5000")
        }
    }

    func run() async throws {
        let result = try await Trial.run(peal: peal, catalogs: catalogs, connections: 512, way: .fcmHTTP1) { trial in
            try await FaultsRun(
                installation: trial.installation,
                simulator: trial.simulator,
                caller: trial.caller,
                seconds: seconds,
                perSecond: rate
            ).run()
        }
        Output.result(Self.table(result))
        guard Self.isComplete(result) else { throw ExitCode.failure }
    }

    /// One delivery a trigger, each ended.
    private static func isComplete(_ result: FaultsRun.Result) -> Bool {
        result.endings.values.reduce(0, +) == result.triggers && result.endings["pending"] == nil
    }

    private static func table(_ result: FaultsRun.Result) -> String {
        func cell(_ text: String, _ width: Int) -> String {
            String(repeating: " ", count: max(0, width - text.count)) + text
        }
        func number(_ value: Double) -> String { String(format: "%.1f", value) }
        let headings = ["accepted", "a second", "median ms", "p99 ms"].map { cell($0, 12) }.joined()
        var lines = ["", "acknowledging triggers".padding(toLength: 26, withPad: " ", startingAt: 0) + headings]
        for row in result.figures {
            let cells = [String(row.accepted), number(row.perSecond), number(row.median), number(row.p99)]
            lines.append(
                row.name.padding(toLength: 26, withPad: " ", startingAt: 0) + cells.map { cell($0, 12) }.joined()
            )
        }
        let endings = result.endings.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        lines += ["", "\(result.triggers) triggers, \(result.endings.values.reduce(0, +)) deliveries: \(endings)"]
        lines.append(isComplete(result) ? "none lost" : "LOST: not every delivery ended")
        return lines.joined(separator: "\n")
    }
}
