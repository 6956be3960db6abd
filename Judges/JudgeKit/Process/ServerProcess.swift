import PealCore
import PealWire

/// A running `peal serve` or `peal sandbox`: both print one line when they serve.
package struct ServerProcess: Sendable {
    package let child: ChildProcess

    /// Where it serves; `nil` when it ended first.
    package func readyURL(within limit: Duration = .seconds(300)) async throws -> String? {
        try await readyEndpoints(within: limit)?["url"]
    }

    /// Where it serves what, by name; `nil` when it ended first.
    package func readyEndpoints(within limit: Duration = .seconds(300)) async throws -> [String: String]? {
        guard let line = try await child.firstLine(within: limit) else { return nil }
        let endpoints = try JSONParser.parse(Array(line.utf8)).object?.compactMapValues(\.string) ?? [:]
        guard endpoints["url"] != nil else {
            throw JudgeError(.notReady, "the line of readiness names no url: \(line.prefix(200))")
        }
        return endpoints
    }
}
