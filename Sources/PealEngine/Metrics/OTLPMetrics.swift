/// Counts what is exported to a collector, by signal.
struct OTLPMetrics: Sendable {
    private let counts: [OTLPSignal: Counts]
    private let none: Counts

    /// The counts of a signal.
    subscript(signal: OTLPSignal) -> Counts { counts[signal] ?? none }

    /// What became of one signal.
    struct Counts: Sendable {
        /// Records or spans that the collector took.
        let exported: Counter
        /// Those that it will never take, and rows of the event log that were deleted first.
        let dropped: Counter
        /// Requests that are sent again.
        let failures: Counter
        /// Rows of the event log that are not exported yet.
        let behind: Gauge
    }

    init(in registry: MetricsRegistry) {
        counts = Dictionary(uniqueKeysWithValues: OTLPSignal.allCases.map { ($0, Counts($0.rawValue, in: registry)) })
        none = Counts("none", in: MetricsRegistry())
    }
}

extension OTLPMetrics.Counts {
    fileprivate init(_ signal: String, in registry: MetricsRegistry) {
        let labels = [("signal", signal)]
        exported = registry.counter(
            "peal_otlp_exported_total",
            "Log records and spans that the collector took.",
            labels
        )
        dropped = registry.counter("peal_otlp_dropped_total", "Log records and spans that were dropped.", labels)
        failures = registry.counter(
            "peal_otlp_failures_total",
            "Requests to the collector that are sent again.",
            labels
        )
        behind = registry.gauge("peal_otlp_behind_rows", "Rows of the event log that wait for the collector.", labels)
    }
}
