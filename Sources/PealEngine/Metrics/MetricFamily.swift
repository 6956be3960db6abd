/// The metrics of one name, which differ in their labels.
struct MetricFamily {
    /// What counts.
    enum Handler {
        case counter(Counter)
        case gauge(Gauge)
        case histogram(Histogram)
    }

    let name: String
    let help: String
    let kind: MetricKind
    /// Whether numbers that are 0 are left out: for pairs of labels most of which never come together.
    var omitsZeros = false
    /// By the text of their labels.
    var members: [String: Handler] = [:]

    /// The numbers now, in the order of their labels.
    var samples: [MetricSample] {
        members.sorted { $0.key < $1.key }.flatMap { labels, handler in
            switch handler {
            case .counter(let counter):
                omitsZeros && counter.count == 0 ? [] : [MetricSample(labels: labels, value: String(counter.count))]
            case .gauge(let gauge): [MetricSample(labels: labels, value: Self.text(gauge.value))]
            case .histogram(let histogram): Self.samples(of: histogram, labels)
            }
        }
    }

    /// Whole numbers without a decimal point.
    private static func text(_ value: Double) -> String { Int(exactly: value).map { "\($0)" } ?? "\(value)" }

    private static func samples(of histogram: Histogram, _ labels: String) -> [MetricSample] {
        let (upTo, count, sum) = histogram.reading
        let bounds = Histogram.bounds.map(seconds) + ["+Inf"]
        let buckets = zip(bounds, upTo + [count]).map { bound, count in
            let open = labels.isEmpty ? "{" : labels.dropLast() + ","
            return MetricSample(labels: "\(open)le=\"\(bound)\"}", value: String(count), suffix: "_bucket")
        }
        return buckets + [
            MetricSample(labels: labels, value: seconds(sum), suffix: "_sum"),
            MetricSample(labels: labels, value: String(count), suffix: "_count"),
        ]
    }

    /// Seconds as a decimal number with no more digits than it needs, at most nine.
    static func seconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        guard attoseconds >= 1_000_000_000 else { return String(seconds) }
        let digits = String(attoseconds / 1_000_000_000)
        let padded = String(repeating: "0", count: 9 - digits.utf8.count) + digits
        let end = padded.lastIndex { $0 != "0" } ?? padded.startIndex
        return "\(seconds).\(padded[...end])"
    }
}
