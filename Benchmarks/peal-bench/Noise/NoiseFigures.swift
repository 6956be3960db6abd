import Foundation

/// How long alerts took, in milliseconds, with and without another app's noise.
struct NoiseFigures: Sendable {
    let quiet: [Double]
    let noisy: [Double]
    /// Pushes of the noisy app that were accepted a second meanwhile.
    let noisePerSecond: Double

    /// By how much the median grew.
    var added: Double { Self.median(noisy) - Self.median(quiet) }

    static func median(_ times: [Double]) -> Double {
        let sorted = times.sorted()
        return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
    }

    func table(limit: Double) -> String {
        func row(_ name: String, _ times: [Double]) -> String {
            let cells = [Self.median(times), times.max() ?? 0].map { String(format: "%12.1f", $0) }.joined()
            return name.padding(toLength: 38, withPad: " ", startingAt: 0) + cells
        }
        let head = "another app's alert, request to accepted".padding(toLength: 42, withPad: " ", startingAt: 0)
        return [
            "", head + "median ms      max ms",
            row("with nothing else to do", quiet), row("next to a noisy app", noisy),
            String(format: "the noisy app meanwhile: %.0f pushes a second", noisePerSecond),
            String(format: "added: %.0f ms of at most %.0f: ", added, limit) + (added <= limit ? "holds" : "BROKEN"),
        ].joined(separator: "\n")
    }
}
