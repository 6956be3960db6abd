/// Metrics in the text format of Prometheus.
package struct MetricsText {
    private let lines: [Substring]

    package init(_ text: String) { lines = text.split(separator: "\n") }

    /// The sum of a metric over all its labels, or of one with exactly these labels; 0 when there is none.
    package subscript(name: String) -> Int {
        lines.reduce(0) { sum, line in
            guard line.hasPrefix(name + " ") || line.hasPrefix(name + "{") else { return sum }
            return sum + (line.split(separator: " ").last.flatMap { Int($0) } ?? 0)
        }
    }
}
