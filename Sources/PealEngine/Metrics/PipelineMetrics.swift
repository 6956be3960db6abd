public import PealCore
public import PealStore
import Synchronization

/// The numbers an operator looks at first.
///
/// Labels are closed lists, so that memory stays bounded.
public struct PipelineMetrics: Sendable {
    /// Triggers on disk.
    public let acceptedTriggers = Counter()
    /// Triggers whose claim was taken.
    public let duplicateTriggers = Counter()
    /// Triggers refused.
    public let rejectedTriggers = Counter()
    /// Pages of recipients that were decided.
    public let fanOutPages = Counter()
    /// Errors that loops recovered from.
    public let loopErrors = Counter()
    /// Devices forgotten after their push service declared them dead.
    public let invalidDevices = Counter()
    /// Devices made stale.
    public let staleDevices = Counter()
    /// Stale devices forgotten.
    public let removedDevices = Counter()
    /// Revoked devices deleted.
    public let deletedDevices = Counter()
    /// What retention dropped, by what it was.
    private let swept = Dictionary(
        uniqueKeysWithValues: ["inbox", "deliveries", "decisions", "data", "triggers", "schedules"].map {
            ($0, Counter())
        }
    )
    /// What is exported to a collector.
    let otlp = OTLPMetrics()
    /// Which loops run.
    public let loops: LoopRegister
    private let verdicts: [Verdict: Counter]
    private let attempts: [String: Counter]
    private let endings: [DeliveryState: Counter]
    private let flight = Flight()
    private let withoutRecipients = Unreached()

    private final class Flight: Sendable {
        let current = Atomic<Int>(0)
    }

    /// Accepted triggers that reached nobody, by type; catalogs bound how many there are.
    private final class Unreached: Sendable {
        let counts = Mutex<[UnreachedTriggers: Int]>([:])
    }

    /// Starts every number at zero.
    /// - Parameters:
    ///   - providers: the push services that attempts are counted of.
    ///   - uptime: a clock that never goes back, by which a loop is seen to be stuck.
    public init(providers: Providers = Providers(), uptime: @escaping @Sendable () -> Duration = { .zero }) {
        loops = LoopRegister(uptime: uptime)
        verdicts = Dictionary(uniqueKeysWithValues: Verdict.allCases.map { ($0, Counter()) })
        endings = Dictionary(uniqueKeysWithValues: [.accepted, .failed, .unknown, .expired].map { ($0, Counter()) })
        let outcomes = ["accepted", "gone", "rejected", "throttled", "unavailable", "notProcessed", "unknown"]
        attempts = Dictionary(
            uniqueKeysWithValues: providers.ids.flatMap { provider in
                outcomes.map { ("\(provider.rawValue)/\($0)", Counter()) }
            }
        )
    }

    func taken(_ acceptance: TriggerAcceptance) {
        switch acceptance {
        case .accepted, .queued: acceptedTriggers.increment()
        case .duplicate: duplicateTriggers.increment()
        case .refused: rejectedTriggers.increment()
        }
    }
    func acceptedWithoutRecipients(_ type: TypeID, _ priority: Priority, of app: AppID) {
        let key = UnreachedTriggers(app: app, type: type, priority: priority)
        withoutRecipients.counts.withLock { $0[key, default: 0] += 1 }
    }
    func decided(_ verdict: Verdict) { verdicts[verdict]?.increment() }
    func attempted(_ provider: ProviderID, _ outcome: String) {
        attempts["\(provider.rawValue)/\(outcome)"]?.increment()
    }
    func ended(_ state: DeliveryState) { endings[state]?.increment() }
    func devicesSwept(_ counts: DeviceSweepCounts) {
        invalidDevices.increment(by: counts.invalid)
        staleDevices.increment(by: counts.stale)
        removedDevices.increment(by: counts.removed)
        deletedDevices.increment(by: counts.deleted)
    }
    func retained(without counts: RetentionCounts) {
        swept["inbox"]?.increment(by: counts.inbox)
        swept["deliveries"]?.increment(by: counts.deliveries)
        swept["decisions"]?.increment(by: counts.decisions)
        swept["data"]?.increment(by: counts.data)
        swept["triggers"]?.increment(by: counts.triggers)
        swept["schedules"]?.increment(by: counts.schedules)
    }
    func inFlight(_ change: Int) { flight.current.add(change, ordering: .relaxed) }

    /// The Prometheus text of all of them.
    ///
    /// - Parameters:
    ///   - backlogs: how many triggers of each app wait to be fanned out.
    ///   - lanes: the status of each queue.
    ///   - open: how many deliveries of each queue are pending or in flight.
    ///   - people: how many users each app knows.
    ///   - fatigue: how many of them opted out of what (R167).
    ///   - alerts: the alerts that are not quiet.
    /// - Returns: lines with their help and kind.
    public func text(
        backlogs: [AppID: Int],
        lanes: LaneBook,
        open: [LaneKey: Int] = [:],
        people: [AppID: Int] = [:],
        fatigue: [CategoryFatigue] = [],
        alerts: [AppID: [Alert]] = [:]
    ) -> String {
        var out = MetricsText()
        out.counter("peal_triggers_accepted_total", "Triggers accepted and committed to disk.", acceptedTriggers.count)
        out.counter(
            "peal_triggers_duplicate_total",
            "Triggers answered as duplicates (once or dedupe).",
            duplicateTriggers.count
        )
        out.counter("peal_triggers_rejected_total", "Triggers rejected with a problem.", rejectedTriggers.count)
        out.withoutRecipients(withoutRecipients.counts.withLock { $0 })
        out.family(
            "peal_triggers_backlog",
            "Triggers waiting for fan-out, by app.",
            "gauge",
            label: "app",
            backlogs.map { ($0.key.rawValue, $0.value) }
        )
        out.counter("peal_fan_out_pages_total", "Pages of recipients decided.", fanOutPages.count)
        out.family(
            "peal_decisions_total",
            "Decisions by verdict.",
            "counter",
            label: "verdict",
            verdicts.map { ($0.rawValue, $1.count) }
        )
        out.attempts("peal_push_attempts_total", "Attempts by provider and outcome.", attempts.map { ($0, $1.count) })
        out.family(
            "peal_deliveries_ended_total",
            "Deliveries by final state.",
            "counter",
            label: "state",
            endings.map { ($0.rawValue, $1.count) }
        )
        out.gauge(
            "peal_deliveries_in_flight",
            "Deliveries leased to this process.",
            flight.current.load(ordering: .relaxed)
        )
        for gauge in LaneGauge.allCases { out.lanes(gauge, lanes.standing) }
        out.openDeliveries(open)
        out.people(people, fatigue)
        out.alerts(alerts)
        out.family(
            "peal_devices_swept_total",
            "Devices that stopped receiving pushes, by reason.",
            "counter",
            label: "reason",
            [
                ("invalid", invalidDevices.count), ("not-seen", staleDevices.count),
                ("not-seen-for-long", removedDevices.count), ("revoked-for-long", deletedDevices.count),
            ]
        )
        out.family(
            "peal_retention_dropped_total",
            "Rows deleted by retention, by kind.",
            "counter",
            label: "what",
            swept.map { ($0, $1.count) }
        )
        otlp.write(to: &out)
        out.counter(
            "peal_loop_errors_total",
            "Errors that a loop recovered from.",
            loopErrors.count
        )
        return out.text
    }
}
