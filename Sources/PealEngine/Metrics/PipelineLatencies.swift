/// How long the steps of a notification take, in histograms that are the same for all apps.
public struct PipelineLatencies: Sendable {
    /// From a request with triggers to its answer.
    public let accept: Histogram
    /// From when a trigger was due until its recipients were decided.
    public let decide: Histogram
    /// What the commits of the store take.
    public let commit: Histogram
    /// Transactions that ran a second time, with savepoints.
    public let repeatedTransactions: Counter

    init(in registry: MetricsRegistry) {
        accept = registry.histogram(
            "peal_accept_seconds",
            "Time from a request with triggers until its answer, when it was accepted."
        )
        decide = registry.histogram(
            "peal_decide_seconds",
            "Time from when a trigger was due until a recipient was decided."
        )
        commit = registry.histogram("peal_commit_seconds", "Time that a commit of the database took, with its sync.")
        repeatedTransactions = registry.counter(
            "peal_transactions_repeated_total",
            "Transactions that ran a second time because one of their changes failed."
        )
    }
}
