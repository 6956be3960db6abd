import PealCore

/// What is counted of one push service; batches are of one, so it is looked up once for each.
struct ProviderMetrics: Sendable {
    private let attempts: [AttemptOutcome: Counter]
    /// From the trigger to the acceptance.
    let latency: Histogram

    static let attemptsName = "peal_push_attempts_total"
    static let attemptsHelp = "Attempts by provider and outcome."
    static let latencyName = "peal_delivery_seconds"
    static let latencyHelp = "Time from a trigger, or from when it came due, until the provider accepted the push."

    init(_ provider: ProviderID, in registry: MetricsRegistry) {
        attempts = Dictionary(
            uniqueKeysWithValues: AttemptOutcome.allCases.map { outcome in
                let labels = [("provider", provider.rawValue), ("outcome", outcome.rawValue)]
                return (outcome, registry.counter(Self.attemptsName, Self.attemptsHelp, labels))
            }
        )
        latency = registry.histogram(Self.latencyName, Self.latencyHelp, [("provider", provider.rawValue)])
    }

    func attempted(_ outcome: SendOutcome) { attempts[AttemptOutcome(outcome)]?.increment() }
}
