public import PealCore
public import PealStore

/// The numbers an operator looks at first.
///
/// Labels are closed lists, or what catalogs and configuration name, so that memory stays bounded.
public struct PipelineMetrics: Sendable {
    /// Holds all of them.
    public let registry = MetricsRegistry()
    /// Pages of recipients that were decided.
    public let fanOutPages: Counter
    /// Errors that loops recovered from.
    public let loopErrors: Counter
    /// Devices forgotten after their push service declared them dead.
    public let invalidDevices: Counter
    /// Devices made stale.
    public let staleDevices: Counter
    /// Stale devices forgotten.
    public let removedDevices: Counter
    /// Revoked devices deleted.
    public let deletedDevices: Counter
    /// Addresses that wait for a call with a session.
    public let pendingAddresses: Counter
    /// How long things take.
    public let latencies: PipelineLatencies
    /// What retention dropped, by what it was.
    private let swept: [String: Counter]
    /// What is exported to a collector.
    let otlp: OTLPMetrics
    /// Which loops run.
    public let loops: LoopRegistry
    private let claims: HandlerCache<ClaimLabels, Counter>
    private let flight: Gauge
    private let apps: HandlerCache<AppID, AppMetrics>
    private let providers: HandlerCache<QueueKey, ProviderMetrics>
    private let ignoredHints: HandlerCache<IgnoredHints, Counter>
    private let pushDecisions: HandlerCache<PushDecisions, Counter>
    private let withoutRecipients: HandlerCache<UnreachedTriggers, Counter>
    private let failedSchedules: HandlerCache<FailedSchedules, Counter>
    private let alertMessages: HandlerCache<AlertMessageLabels, Counter>

    /// Starts every number at zero.
    ///
    /// The order is that of the text.
    /// - Parameter uptime: a clock that never goes back, by which a loop is seen to be stuck.
    public init(uptime: @escaping @Sendable () -> Duration = { .zero }) {
        let registry = registry
        loops = LoopRegistry(uptime: uptime)
        registry.declare(AppMetrics.acceptedName, AppMetrics.acceptedHelp, .counter)
        registry.declare(AppMetrics.duplicateName, AppMetrics.duplicateHelp, .counter)
        registry.declare(AppMetrics.rejectedName, AppMetrics.rejectedHelp, .counter)
        registry.declare(UnreachedTriggers.name, UnreachedTriggers.help, .counter)
        withoutRecipients = HandlerCache { registry.counter(UnreachedTriggers.name, UnreachedTriggers.help, $0.labels) }
        registry.declare(FailedSchedules.name, FailedSchedules.help, .counter)
        failedSchedules = HandlerCache { registry.counter(FailedSchedules.name, FailedSchedules.help, $0.labels) }
        registry.declare(ClaimLabels.name, ClaimLabels.help, .counter)
        claims = HandlerCache { registry.counter(ClaimLabels.name, ClaimLabels.help, $0.labels) }
        registry.declare("peal_triggers_backlog", "Triggers waiting for fan-out, by app.", .gauge)
        fanOutPages = registry.counter("peal_fan_out_pages_total", "Pages of recipients decided.")
        registry.declare(AppMetrics.decisionsName, AppMetrics.decisionsHelp, .counter)
        registry.declare(PushDecisions.name, PushDecisions.help, .counter)
        pushDecisions = HandlerCache { registry.counter(PushDecisions.name, PushDecisions.help, $0.labels) }
        registry.declare(ProviderMetrics.attemptsName, ProviderMetrics.attemptsHelp, .counter, omitsZeros: true)
        registry.declare(AppMetrics.endedName, AppMetrics.endedHelp, .counter)
        apps = HandlerCache { AppMetrics($0, in: registry) }
        flight = registry.gauge("peal_deliveries_in_flight", "Deliveries leased to this process.")
        PipelineReadings.declare(in: registry)
        let devices = registry.counters(
            "peal_devices_swept_total",
            "Devices that stopped receiving pushes, by reason.",
            "reason",
            of: ["invalid", "not-seen", "not-seen-for-long", "revoked-for-long"].map { ($0, $0) }
        )
        invalidDevices = devices["invalid"] ?? Counter()
        staleDevices = devices["not-seen"] ?? Counter()
        removedDevices = devices["not-seen-for-long"] ?? Counter()
        deletedDevices = devices["revoked-for-long"] ?? Counter()
        pendingAddresses = registry.counter(
            "peal_devices_addresses_pending_total",
            "Addresses that a device key named without knowing the one in use, kept until a call with a session."
        )
        swept = registry.counters(
            "peal_retention_dropped_total",
            "Rows deleted by retention, by kind.",
            "what",
            of: ["inbox", "deliveries", "decisions", "data", "triggers", "schedules"].map { ($0, $0) }
        )
        otlp = OTLPMetrics(in: registry)
        registry.declare(IgnoredHints.name, IgnoredHints.help, .counter)
        ignoredHints = HandlerCache { registry.counter(IgnoredHints.name, IgnoredHints.help, $0.labels) }
        registry.declare(AlertMessageLabels.name, AlertMessageLabels.help, .counter)
        alertMessages = HandlerCache {
            registry.counter(AlertMessageLabels.name, AlertMessageLabels.help, $0.labels)
        }
        loopErrors = registry.counter("peal_loop_errors_total", "Errors that a loop recovered from.")
        latencies = PipelineLatencies(in: registry)
        registry.declare(ProviderMetrics.latencyName, ProviderMetrics.latencyHelp, .histogram)
        providers = HandlerCache { ProviderMetrics($0, in: registry) }
    }

    /// What is counted of an app; from the first time on with zeros.
    func app(_ app: AppID) -> AppMetrics { apps[app] }

    /// What is counted of an app's push service, whether it is a built-in one or not.
    func provider(_ queue: QueueKey) -> ProviderMetrics { providers[queue] }

    func acceptedWithoutRecipients(_ type: TypeID, _ priority: Priority, of app: AppID) {
        withoutRecipients[UnreachedTriggers(app: app, type: type, priority: priority)].increment()
    }
    func alertMessage(to destination: String, isDelivered: Bool) {
        alertMessages[AlertMessageLabels(destination: destination, isDelivered: isDelivered)].increment()
    }
    func scheduleFailed(_ type: TypeID, of app: AppID) {
        failedSchedules[FailedSchedules(app: app, type: type)].increment()
    }
    /// Counts hints that a call was taken without.
    public func ignored(_ hints: [IgnoredHint], app: AppID) {
        for hint in hints { ignoredHints[IgnoredHints(app: app, kind: hint.code.kind)].increment() }
    }
    func decided(_ push: PushResult, of app: AppID) { pushDecisions[PushDecisions(push, app: app)].increment() }
    func claimed(_ outcome: ClaimOutcome, app: AppID) { claims[ClaimLabels(app: app, outcome: outcome)].increment() }
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
    func inFlight(_ change: Int) { flight.add(change) }

    /// The Prometheus text of all of them.
    ///
    /// - Parameters:
    ///   - backlogs: how many triggers of each app wait to be fanned out.
    ///   - queues: the status of each queue.
    ///   - open: how many deliveries of each queue are pending or in flight.
    ///   - users: how many users each app knows.
    ///   - optOuts: how many of them opted out of what (R167).
    ///   - devices: how many devices each app has.
    ///   - alerts: the alerts that are not quiet.
    /// - Returns: lines with their help and kind.
    public func text(
        backlogs: [AppID: Int],
        queues: QueueRegistry,
        open: [QueueKey: Int] = [:],
        users: [AppID: Int] = [:],
        optOuts: [CategoryOptOuts] = [],
        devices: [DeviceCount] = [],
        alerts: [AppID: [Alert]] = [:]
    ) -> String {
        let readings = PipelineReadings(
            backlogs: backlogs,
            queues: queues.statuses,
            open: open,
            users: users,
            optOuts: optOuts,
            devices: devices,
            alerts: alerts
        )
        return registry.text(with: readings.samples)
    }
}

/// What became of claims of an app's clients for the audit log.
struct ClaimLabels: Hashable, Sendable {
    static let name = "peal_audit_claims_total"
    static let help = "Claims of clients for the audit log, by what became of them."

    let app: AppID
    let outcome: ClaimOutcome

    var labels: [(String, String)] { [("app", app.rawValue), ("outcome", outcome.rawValue)] }
}

/// The labels under which hints of clients are counted that a call was taken without.
struct IgnoredHints: Hashable {
    static let name = "peal_hints_ignored_total"
    static let help = "Hints of clients that could not be understood and were left out, by app and kind."

    var app: AppID
    var kind: String

    var labels: [(String, String)] { [("app", "\(app)"), ("kind", kind)] }
}

/// The labels under which attempts to deliver messages about alerts are counted.
private struct AlertMessageLabels: Hashable {
    static let name = "peal_alert_messages_total"
    static let help = "Attempts to deliver messages about alerts, by destination and outcome."

    var destination: String
    var isDelivered: Bool

    var labels: [(String, String)] { [("to", destination), ("outcome", isDelivered ? "delivered" : "failed")] }
}
