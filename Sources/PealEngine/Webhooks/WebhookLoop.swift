import Logging
public import PealCore
import PealStore
public import ServiceLifecycle

/// Queues outgoing events and sends them, each webhook in turns of its own.
public struct WebhookLoop: Service {
    private let store: any WebhookPorts & EventStore
    /// Queues what is sent.
    let queue: QueueWebhooks
    private let sender: WebhookSender
    private let sweep: WebhookSweep
    private let turns = WebhookTurns()
    private let clock: any PealClock
    private let work: PipelineWakeUps
    private let metrics: PipelineMetrics
    private let logger: Logger

    /// The longest rest: other processes wake no loop, and the log waits for the cursor.
    private static let rest = Duration.seconds(5)
    /// The same while there is no webhook.
    private static let idle = Duration.seconds(600)

    /// Wires the loop.
    init(ports: EnginePorts, outgoing: ReadOutgoing, encryption: PayloadEncryption, metrics: PipelineMetrics) {
        store = ports.store
        queue = QueueWebhooks(store: ports.store, outgoing: outgoing, ids: ports.ids)
        sender = WebhookSender(
            store: ports.store,
            encryption: encryption,
            transport: ports.webhooks.transport,
            clock: ports.clock,
            signatureTime: ports.signatureTime,
            random: ports.random,
            writes: OutcomeWriting(clock: ports.clock, metrics: metrics, logger: ports.logger),
            logger: ports.logger
        )
        sweep = WebhookSweep(store: ports.store, logger: ports.logger)
        clock = ports.clock
        work = ports.work
        self.metrics = metrics
        logger = ports.logger
    }

    /// Runs until graceful shutdown, then lets what is in flight finish.
    public func run() async throws {
        await withDiscardingTaskGroup { group in
            let loop = RestartingLoop(
                name: "webhooks",
                wakeUp: work.webhooks,
                clock: clock,
                metrics: metrics,
                logger: logger
            )
            await loop.run { try await round(in: &group) }
        }
    }

    private func round(in group: inout DiscardingTaskGroup) async throws -> RestartingLoop.Rest {
        let (statuses, hasMore) = try await queued(now: clock.now)
        let (begun, next) = turns.begin(statuses, now: clock.now)
        for status in begun { group.addTask { await turn(of: status) } }
        guard !hasMore else { return .none }
        let latest = clock.now + (statuses.isEmpty ? Self.idle : Self.rest)
        return .until(min(next ?? latest, latest))
    }

    /// Queues a page of events.
    /// - Returns: the webhooks with what waits for them then, and whether there may be more events.
    package func queued(now: Timestamp) async throws -> (statuses: [WebhookStatus], hasMore: Bool) {
        var statuses = try await store.webhooks(of: nil)
        work.outgoing.want(QueueWebhooks.kinds(for: statuses).contains(.deliveryEnded))
        let hasMore = try await queue.step(statuses, now: now)
        if hasMore { statuses = try await store.webhooks(of: nil) }
        try await sweep.step(statuses, now: now)
        return (statuses, hasMore)
    }

    /// Sends the next messages of a webhook; the loop looks again then.
    package func turn(of status: WebhookStatus) async {
        do {
            _ = try await sender.turn(of: status)
        } catch {
            metrics.loopErrors.increment()
            logger.error(
                "the messages of a webhook could not be sent and are tried again",
                metadata: ["app": "\(status.app)", "webhook": "\(status.webhook.id)", "error": "\(error)"]
            )
            await cancelWhenGracefulShutdown { [clock] in try? await clock.sleep(until: clock.now + .seconds(1)) }
        }
        turns.end(status)
        work.webhooks.fire()
        work.progress.fire()
    }

    /// Whether an event is to be queued, or a message is due or in flight.
    ///
    /// In that order, which is the way of an event: what is queued while this looks is found as a message that is due.
    public func hasWork(now: Timestamp) async throws -> Bool {
        let kinds = QueueWebhooks.kinds(for: try await store.webhooks(of: nil))
        if !kinds.isEmpty {
            let cursor = try await store.cursor(of: .webhooks) ?? .beginning
            if case .events(let events, _) = try await store.events(of: kinds, after: cursor, limit: 1), !events.isEmpty
            {
                return true
            }
        }
        // A message stays due until what became of it is stored.
        return try await store.webhooks(of: nil).contains { $0.nextTurn.map { $0 <= now } ?? false }
    }

    /// When the next message is due after an instant.
    public func nextDue(after now: Timestamp) async throws -> Timestamp? {
        try await store.webhooks(of: nil).compactMap(\.nextTurn).filter { $0 > now }.min()
    }
}
