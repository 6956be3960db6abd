import Foundation
import JudgeKit

/// h2load of nghttp2, written in C: how fast pushes can be made on this machine by a program that only makes load.
struct H2Load: Sendable {
    static let name = "h2load"

    let tool: Tool
    let concurrency: Int
    let seconds: Double

    func measure(_ account: APNsAccount, tokens: [String]) async throws -> SenderFigures {
        let headers = try await APNsHeaders(account)
        let addresses = tool.workspace.path("h2load.urls")
        let body = tool.workspace.path("h2load.body")
        try Data(tokens.map { "\(account.endpoint)/3/device/\($0)\n" }.joined().utf8).write(to: addresses)
        try Data(SampleMessage.appleBody()).write(to: body)
        let arguments =
            [
                "-c", "1", "-t", "1", "-m", String(concurrency), "-D", String(Int(seconds.rounded(.up))),
                "-i", addresses.path, "-d", body.path,
            ] + headers.fields.flatMap { ["-H", "\($0.name): \($0.value)"] }
        let run = try await tool.run(arguments, atMost: .seconds(seconds + 30))
        // requests: 9 total, 9 started, 9 done, 9 succeeded, 0 failed, 0 errored, 0 timeout
        guard let succeeded = Self.number(before: "succeeded", in: run.output),
            let failed = Self.number(before: "failed", in: run.output),
            let errored = Self.number(before: "errored", in: run.output)
        else { throw JudgeError(.unexpectedAnswer, "h2load: \(run.output.suffix(300))") }
        return SenderFigures(
            name: Self.name,
            pushes: succeeded,
            seconds: seconds.rounded(.up),
            cpuSeconds: run.cpuSeconds,
            errors: failed + errored,
            firstError: failed + errored > 0 ? "requests failed" : nil
        )
    }

    private static func number(before word: String, in text: String) -> Int? {
        let line = text.split(separator: "\n").first { $0.hasPrefix("requests:") } ?? ""
        let words = line.split { " ,".contains($0) }
        guard let index = words.firstIndex(of: Substring(word)), index > 0 else { return nil }
        return Int(words[index - 1])
    }
}
