import PealCore
import PealWire

/// A running `peal serve` or `peal sandbox`: both print one line when they serve.
struct ServerProcess: Sendable {
    let child: ChildProcess

    /// Where it serves; `nil` when it ended first.
    func readyURL(within limit: Duration = .seconds(60)) async throws -> String? {
        guard let line = try await child.firstLine(within: limit) else { return nil }
        guard let url = try JSONParser.parse(Array(line.utf8)).object?["url"]?.string else {
            throw JudgeError(.notReady, "the line of readiness names no url: \(line.prefix(200))")
        }
        return url
    }
}
