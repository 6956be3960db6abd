import ArgumentParser
import Foundation
import JudgeKit

/// `peal-judge zones`.
struct ZonesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "zones",
        abstract: "Answers questions about local time, for comparison with another implementation.",
        discussion: """
            One question a line on standard input, one answer a line on standard output, parts separated by tabs:

            quiet ZONE START END MILLIS: a quiet window in minutes after midnight, and an instant. Answers the seconds on the \
            local clock, 1 when it is quiet or 0, and the milliseconds of the release.
            local ZONE SECONDS: the seconds on a local clock since 1970. Answers the milliseconds of their instant.
            window ZONE hour|day|week|month MILLIS: Answers the milliseconds of the start and of the end.
            """
    )

    @Option(help: "The directory of the compiled zone files.")
    var tzdata = "/usr/share/zoneinfo"

    func run() throws {
        var calculator = ZoneCalculator(directory: URL(filePath: tzdata))
        var answers: [String] = []
        while let line = readLine() {
            answers.append(try calculator.answer(line))
            guard answers.count == 1_000 else { continue }
            Output.result(answers.joined(separator: "\n"))
            answers.removeAll(keepingCapacity: true)
        }
        if !answers.isEmpty { Output.result(answers.joined(separator: "\n")) }
    }
}
