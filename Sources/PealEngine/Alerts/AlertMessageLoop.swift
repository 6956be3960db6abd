import Logging
import PealCore
import PealStore
public import ServiceLifecycle

/// Notifies operators of alerts: one message to each destination when an alert fires, and one when it is resolved (ADR 0068).
///
/// What is to be sent follows from the alerts that are stored, and is stored before it is sent: a restart continues.
public struct AlertMessageLoop: Service {
    private let destinations: AlertDestinations
    private let store: any AlertStore & AlertMessageStore
    private let catalogs: CatalogRegistry
    private let zones: @Sendable (String) -> Zone?
    private let health: AlertDestinationHealth
    private let writes: OutcomeWriting
    private let clock: any PealClock
    private let news: WakeUp
    private let metrics: PipelineMetrics
    private let logger: Logger

    /// How long it rests when nothing wakes it.
    private static let rest = Duration.seconds(60)
    /// The same where nobody is to be notified.
    private static let idle = Duration.seconds(600)

    /// Wires the loop.
    /// - Parameters:
    ///   - ports: what the engine gets.
    ///   - news: fires when an alert has fired or is resolved.
    ///   - metrics: counts the messages.
    init(ports: EnginePorts, news: WakeUp, metrics: PipelineMetrics) {
        destinations = ports.alertDestinations
        store = ports.store
        catalogs = ports.catalogs
        zones = ports.zones
        health = AlertDestinationHealth(random: ports.random, logger: ports.logger)
        writes = OutcomeWriting(clock: ports.clock, metrics: metrics, logger: ports.logger)
        clock = ports.clock
        self.news = news
        self.metrics = metrics
        logger = ports.logger
    }

    /// Runs until graceful shutdown; what is not delivered then is sent after the next start.
    public func run() async throws {
        let loop = RestartingLoop(name: "alert-messages", wakeUp: news, clock: clock, metrics: metrics, logger: logger)
        await loop.run {
            if try await step() { return .none }
            let latest = clock.now + (destinations.all.isEmpty ? Self.idle : Self.rest)
            return .until(min(health.nextTurn(after: clock.now) ?? latest, latest))
        }
    }

    /// Compares what has fired with what was sent, and sends what is missing to each destination that is due.
    /// - Returns: whether something was delivered; more may follow then.
    /// - Throws: ``StoreError``; called again, it continues.
    package func step() async throws -> Bool {
        let stored = try await store.alertMessages()
        guard !destinations.all.isEmpty || !stored.isEmpty else { return false }
        let apps = Set(catalogs.apps)
        let alerts = try await store.alerts(of: nil).filter { apps.contains($0.key) }
        let plan = AlertMessagePlan(stored, alerts: alerts, destinations: destinations.all.map(\.id), now: clock.now)
        try await store.keep(plan.changed, forgetting: plan.removed)
        let waiting = Dictionary(grouping: plan.messages.values.filter(\.isWaiting), by: \.key.destination)
        return await withTaskGroup(of: Bool.self) { group in
            for destination in destinations.all where health.isDue(destination, at: clock.now) {
                let messages = (waiting[destination.id] ?? []).sorted { ($0.since, $0.key) < ($1.since, $1.key) }
                guard !messages.isEmpty else { continue }
                group.addTask { await turn(of: destination, messages) }
            }
            var isAny = false
            for await isDelivered in group { isAny = isAny || isDelivered }
            return isAny
        }
    }

    /// Sends what waits for a destination, the oldest first, until it turns out to be down.
    private func turn(of destination: AlertDestination, _ messages: [AlertMessage]) async -> Bool {
        var isAny = false
        var failed: AlertAttempt?
        for message in messages {
            let attempt = await destination.send(envelope(message), now: clock.now)
            // The server ends, which is no fault of the destination's.
            guard attempt.isDelivered || !Task.isCancelled else { return isAny }
            metrics.alertMessage(to: destination.name, isDelivered: attempt.isDelivered)
            guard attempt.isDelivered else {
                failed = attempt
                guard attempt.isDown else { continue }
                break
            }
            isAny = true
            let next = message.delivered(at: clock.now)
            // Until it is stored nothing more is sent: the same message would be sent again.
            let change = ([next].compactMap(\.self), next == nil ? [message.key] : [])
            _ = await writes.untilWritten { try await store.keep(change.0, forgetting: change.1) }
        }
        health.note(failed, of: destination, at: clock.now)
        return isAny
    }

    private func envelope(_ message: AlertMessage) -> AlertEnvelope {
        let rule = message.key.alert.rule
        let catalog = catalogs.inForce(message.key.app)
        let minimum = catalog?.limit(of: rule)?.minimum ?? 0
        let name = rule.isServerWide ? nil : catalog?.name ?? message.key.app.rawValue
        let zone = rule.isServerWide ? nil : catalog.flatMap { zones($0.timeZone) }
        return AlertEnvelope(
            message,
            AlertText(message, name: name, minimum: minimum, zone: zone, docs: destinations.docs),
            app: rule.isServerWide ? nil : message.key.app.rawValue,
            minimum: minimum,
            installation: destinations.installation
        )
    }
}
