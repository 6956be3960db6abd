/// What a metric is to Prometheus.
public enum MetricKind: String, Sendable {
    /// A number that only grows.
    case counter
    /// A number that goes up and down.
    case gauge
    /// Durations in buckets.
    case histogram
}
