import PealCore

/// What is counted of one app, from its triggers to their deliveries; looked up once for each page or call.
struct AppMetrics: Sendable {
    static let acceptedName = "peal_triggers_accepted_total"
    static let acceptedHelp = "Triggers accepted and committed to disk, by app."
    static let duplicateName = "peal_triggers_duplicate_total"
    static let duplicateHelp = "Triggers answered as duplicates (once or dedupe), by app."
    static let rejectedName = "peal_triggers_rejected_total"
    static let rejectedHelp = "Triggers rejected with a problem, by app."
    static let decisionsName = "peal_decisions_total"
    static let decisionsHelp = "Decisions by app and verdict."
    static let endedName = "peal_deliveries_ended_total"
    static let endedHelp = "Deliveries by app and final state."

    private let accepted: Counter
    private let duplicate: Counter
    private let verdicts: [Verdict: Counter]
    private let endings: [DeliveryState: Counter]
    /// Triggers that were refused.
    let rejected: Counter

    init(_ app: AppID, in registry: MetricsRegistry) {
        let label = ("app", app.rawValue)
        accepted = registry.counter(Self.acceptedName, Self.acceptedHelp, [label])
        duplicate = registry.counter(Self.duplicateName, Self.duplicateHelp, [label])
        rejected = registry.counter(Self.rejectedName, Self.rejectedHelp, [label])
        verdicts = Dictionary(
            uniqueKeysWithValues: Verdict.allCases.map { verdict in
                let labels = [label, ("verdict", verdict.rawValue)]
                return (verdict, registry.counter(Self.decisionsName, Self.decisionsHelp, labels))
            }
        )
        endings = Dictionary(
            uniqueKeysWithValues: [DeliveryState.accepted, .failed, .unknown, .expired].map { state in
                let labels = [label, ("state", state.rawValue)]
                return (state, registry.counter(Self.endedName, Self.endedHelp, labels))
            }
        )
    }

    func taken(_ acceptance: TriggerAcceptance) {
        switch acceptance {
        case .accepted, .queued: accepted.increment()
        case .duplicate: duplicate.increment()
        case .refused: rejected.increment()
        }
    }
    func decided(_ verdict: Verdict) { verdicts[verdict]?.increment() }
    func ended(_ state: DeliveryState) { endings[state]?.increment() }
}
