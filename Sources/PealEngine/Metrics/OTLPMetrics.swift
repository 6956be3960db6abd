import Synchronization

/// Counts what is exported to a collector, by signal.
struct OTLPMetrics: Sendable {
    private let counts = Dictionary(uniqueKeysWithValues: OTLPSignal.allCases.map { ($0, Counts()) })
    private let none = Counts()

    /// The counts of a signal.
    subscript(signal: OTLPSignal) -> Counts { counts[signal] ?? none }

    /// What became of one signal.
    final class Counts: Sendable {
        /// Records or spans that the collector took.
        let exported = Counter()
        /// Those that it will never take, and rows of the event log that were deleted first.
        let dropped = Counter()
        /// Requests that are sent again.
        let failures = Counter()
        private let rows = Atomic<Int>(0)

        /// Rows of the event log that are not exported yet.
        var behind: Int {
            get { rows.load(ordering: .relaxed) }
            set { rows.store(newValue, ordering: .relaxed) }
        }
    }

    func write(to out: inout MetricsText) {
        func family(_ name: String, _ help: String, _ kind: String, _ value: (Counts) -> Int) {
            out.family("peal_otlp_\(name)", help, kind, label: "signal", counts.map { ($0.rawValue, value($1)) })
        }
        family("exported_total", "Log records and spans that the collector took.", "counter") { $0.exported.count }
        family("dropped_total", "Log records and spans that were dropped.", "counter") { $0.dropped.count }
        family("failures_total", "Requests to the collector that are sent again.", "counter") { $0.failures.count }
        family("behind_rows", "Rows of the event log that wait for the collector.", "gauge") { $0.behind }
    }
}
