import PealCore

/// What is counted of one app's push service; batches are of one queue, so it is looked up once for each.
struct ProviderMetrics: Sendable {
    private let accepted: Counter
    private let gone: Counter
    private let rejected: Counter
    private let throttled: Counter
    private let unavailable: Counter
    private let notProcessed: Counter
    private let unknown: Counter
    /// From the trigger to the acceptance.
    let latency: Histogram

    static let attemptsName = "peal_push_attempts_total"
    static let attemptsHelp = "Attempts by app, provider and outcome."
    static let latencyName = "peal_delivery_seconds"
    static let latencyHelp = "Time from a trigger, or from when it came due, until the provider accepted the push."

    init(_ queue: QueueKey, in registry: MetricsRegistry) {
        let labels = [("app", queue.app.rawValue), ("provider", queue.provider.rawValue)]
        func counter(_ outcome: String) -> Counter {
            registry.counter(Self.attemptsName, Self.attemptsHelp, labels + [("outcome", outcome)])
        }
        accepted = counter("accepted")
        gone = counter("gone")
        rejected = counter("rejected")
        throttled = counter("throttled")
        unavailable = counter("unavailable")
        notProcessed = counter("notProcessed")
        unknown = counter("unknown")
        latency = registry.histogram(Self.latencyName, Self.latencyHelp, labels)
    }

    func attempted(_ outcome: SendOutcome) {
        switch outcome {
        case .accepted: accepted.increment()
        case .gone: gone.increment()
        case .rejected: rejected.increment()
        case .throttled: throttled.increment()
        case .unavailable: unavailable.increment()
        case .notProcessed: notProcessed.increment()
        case .unknown: unknown.increment()
        }
    }
}
