/// A metric with its numbers, as Prometheus text has it.
public struct MetricReading: Sendable {
    let name: String
    let help: String
    let kind: MetricKind
    var samples: [MetricSample]

    /// Joins the parts.
    /// - Parameters:
    ///   - name: the metric's name.
    ///   - help: what it says, in a sentence.
    ///   - kind: what it is.
    ///   - samples: its numbers, in the order of the text.
    public init(_ name: String, _ help: String, _ kind: MetricKind, _ samples: [MetricSample]) {
        self.name = name
        self.help = help
        self.kind = kind
        self.samples = samples
    }

    /// A metric of one number.
    public init(_ name: String, _ help: String, _ kind: MetricKind, _ value: Int) {
        self.init(name, help, kind, [MetricSample([], value)])
    }

    /// A metric with one label.
    public init(_ name: String, _ help: String, _ kind: MetricKind, label: String, _ values: [(String, Int)]) {
        self.init(name, help, kind, values.map { MetricSample([(label, $0)], $1) })
    }

    /// The metric in the text format of Prometheus, version 0.0.4.
    public var text: String {
        var text = help.isEmpty ? "" : "# HELP \(name) \(help)\n"
        text += "# TYPE \(name) \(kind.rawValue)\n"
        for sample in samples { text += "\(name)\(sample.suffix)\(sample.labels) \(sample.value)\n" }
        return text
    }
}
