import Foundation

/// How long triggers took at several loads, beside the disk in the same minutes.
struct LatencyFigures: Sendable {
    /// Latencies of one kind, in seconds.
    struct Row: Sendable {
        var name: String
        var seconds: [Double]
        /// What the slowest hundredth may take: so many times the disk's, and 10 ms.
        var limit: Double?
    }

    /// Pushes a second that the server ends at full load.
    var capacity: Double
    /// Writes of 4 KiB that the disk confirmed.
    var disk: [Double]
    var rows: [Row] = []

    private static let parts = [0.5, 0.9, 0.99, 1]
    /// Upper bounds of the histogram's columns, in ms.
    private static let bounds = [1.0, 2, 5, 10, 20, 50, 100, 1_000]

    /// A table for people: quantiles, then a histogram.
    var table: String {
        let all = [Row(name: "a write of 4 KiB with fsync", seconds: disk)] + rows
        var lines = ["", String(format: "full load: %.0f pushes a second", capacity), ""]
        lines.append(name("ms") + cells(["number", "p50", "p90", "p99", "max"]))
        for row in all {
            let sorted = row.seconds.sorted()
            let figures = Self.parts.map { String(format: "%.1f", ReplyFigures.quantile(sorted, $0) * 1_000) }
            lines.append(name(row.name) + cells([String(sorted.count)] + figures) + verdict(row, sorted))
        }
        lines += ["", name("% within ms") + cells(Self.bounds.map { String(Int($0)) })]
        for row in all {
            let shares = Self.bounds.map { bound in
                Double(row.seconds.count { $0 * 1_000 <= bound }) / Double(max(1, row.seconds.count))
            }
            lines.append(name(row.name) + cells(shares.map { String(format: "%.1f", $0 * 100) }))
        }
        return lines.joined(separator: "\n")
    }

    private func verdict(_ row: Row, _ sorted: [Double]) -> String {
        guard let limit = row.limit else { return "" }
        let most = limit * ReplyFigures.quantile(disk.sorted(), 0.99) + 0.01
        let slowest = ReplyFigures.quantile(sorted, 0.99)
        return String(format: "   p99 at most %.1f: ", most * 1_000) + (slowest <= most ? "holds" : "missed")
    }

    private func name(_ text: String) -> String { text.padding(toLength: 44, withPad: " ", startingAt: 0) }

    private func cells(_ texts: [String]) -> String {
        texts.map { String(repeating: " ", count: max(0, 9 - $0.count)) + $0 }.joined()
    }
}
