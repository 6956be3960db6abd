/// Metrics in the text format of Prometheus.
package struct MetricsText {
    private let lines: [Substring]

    package init(_ text: String) { lines = text.split(separator: "\n") }

    /// The sum of a metric over its labels; 0 when there is none.
    ///
    /// Labels that stand behind its name have to be among them: `name{state="accepted"}`.
    package subscript(name: String) -> Int {
        let parts = name.split(separator: "{", maxSplits: 1)
        let wanted = parts.count > 1 ? parts[1].dropLast().split(separator: ",") : []
        return lines.reduce(0) { sum, line in
            guard line.hasPrefix(parts[0] + " ") || line.hasPrefix(parts[0] + "{") else { return sum }
            let labels = line.split(separator: "{", maxSplits: 1).last?.split(separator: "}", maxSplits: 1).first
            let found = Set(labels?.split(separator: ",") ?? [])
            guard wanted.allSatisfy(found.contains) else { return sum }
            return sum + (line.split(separator: " ").last.flatMap { Int($0) } ?? 0)
        }
    }
}
