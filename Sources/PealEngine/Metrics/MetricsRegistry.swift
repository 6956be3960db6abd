import Synchronization

/// Makes the handlers of metrics, and writes what they hold in the order in which they were declared.
///
/// Whoever counts keeps the handler: nothing is looked up by its name or labels when something happens.
public final class MetricsRegistry: Sendable {
    private struct State {
        var families: [String: MetricFamily] = [:]
        var order: [String] = []
    }

    private let state = Mutex(State())

    init() {}

    /// Names a metric whose numbers are either made later or given when the text is written.
    func declare(_ name: String, _ help: String, _ kind: MetricKind, omitsZeros: Bool = false) {
        state.withLock { state in
            guard state.families[name] == nil else { return }
            state.families[name] = MetricFamily(name: name, help: help, kind: kind, omitsZeros: omitsZeros)
            state.order.append(name)
        }
    }

    /// The counter of a name and labels, the same each time.
    func counter(_ name: String, _ help: String = "", _ labels: [(String, String)] = []) -> Counter {
        let made = make(name, help, .counter, labels) { .counter(Counter()) }
        return if case .counter(let counter) = made { counter } else { Counter() }
    }

    /// The counters of one label, by what they count.
    func counters<Key: Hashable>(_ name: String, _ help: String, _ label: String, of keys: [(Key, String)])
        -> [Key: Counter]
    {
        Dictionary(keys.map { ($0, counter(name, help, [(label, $1)])) }) { first, _ in first }
    }

    /// The gauge of a name and labels, the same each time.
    func gauge(_ name: String, _ help: String = "", _ labels: [(String, String)] = []) -> Gauge {
        let made = make(name, help, .gauge, labels) { .gauge(Gauge()) }
        return if case .gauge(let gauge) = made { gauge } else { Gauge() }
    }

    /// The histogram of a name and labels, the same each time.
    func histogram(_ name: String, _ help: String = "", _ labels: [(String, String)] = []) -> Histogram {
        let made = make(name, help, .histogram, labels) { .histogram(Histogram()) }
        return if case .histogram(let histogram) = made { histogram } else { Histogram() }
    }

    /// All metrics in the text format of Prometheus.
    /// - Parameter samples: the numbers of metrics that are read when the text is asked for, by name.
    /// - Returns: lines with their help and kind.
    func text(with samples: [String: [MetricSample]] = [:]) -> String {
        let families = state.withLock { state in state.order.compactMap { state.families[$0] } }
        return families.map { family in
            MetricReading(family.name, family.help, family.kind, samples[family.name] ?? family.samples).text
        }.joined()
    }

    /// A name that is taken by another kind of metric, which only a library can ask for, gets a handler that nobody reads.
    private func make(
        _ name: String,
        _ help: String,
        _ kind: MetricKind,
        _ labels: [(String, String)],
        _ handler: () -> MetricFamily.Handler
    ) -> MetricFamily.Handler {
        declare(name, help, kind)
        let key = MetricSample.text(labels)
        return state.withLock { state in
            guard let family = state.families[name], family.kind == kind else { return handler() }
            if let known = family.members[key] { return known }
            let made = handler()
            state.families[name]?.members[key] = made
            return made
        }
    }
}
