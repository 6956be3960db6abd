import Logging
import PealCore
import PealProviderKit
import PealStore
public import ServiceLifecycle

/// Exports one signal to a collector: reads the event log with a cursor of its own, which moves after the collector took
/// what was read (ADR 0047).
public struct OTLPLoop: Service {
    private let signal: OTLPSignal
    private let client: OTLPClient?
    private let store: any EventStore & ChangeStore
    private let reading: OTLPReading
    private let clock: any PealClock
    private let random: @Sendable () -> Double
    private let metrics: PipelineMetrics
    private let logger: Logger
    private let never = WakeUp()

    /// How long a collector has for its answer.
    private static let timeout = Duration.seconds(15)
    /// Between two requests that are not full.
    private static let rest = Duration.seconds(1)
    /// While nothing is exported.
    private static let idle = Duration.seconds(600)
    /// Pages of fewer events than this wait for more.
    private static let fullPage = 100

    /// Wires the loop.
    init(
        _ signal: OTLPSignal,
        ports: EnginePorts,
        store: any EventStore & ChangeStore,
        analytics: ReadAnalytics,
        metrics: PipelineMetrics
    ) {
        self.signal = signal
        client = ports.otlp.flatMap { $0.signals.contains(signal) ? $0 : nil }
        self.store = store
        reading = OTLPReading(
            store: ports.store,
            analytics: analytics,
            catalogs: ports.catalogs.lookup,
            now: ports.now
        )
        clock = ports.clock
        random = ports.random
        self.metrics = metrics
        logger = ports.logger
    }

    /// Runs until graceful shutdown.
    public func run() async throws {
        var pace = OTLPPace()
        let loop = RestartingLoop(
            name: "otlp-\(signal.rawValue)",
            wakeUp: never,
            clock: clock,
            metrics: metrics,
            logger: logger
        )
        await loop.run { try await round(&pace) }
    }

    /// Exports one page.
    /// - Returns: when the next one is to be exported.
    /// - Throws: ``StoreError``; called again, it exports the same page.
    func round(_ pace: inout OTLPPace) async throws -> RestartingLoop.Rest {
        let (kept, end) = (try await store.cursor(of: signal.reader), try await store.endOfEvents())
        guard let client else {
            // What happens while nothing is exported is not exported later, and the log does not wait for it.
            if kept != nil { try await move(from: kept, to: end) }
            return .until(clock.now + Self.idle)
        }
        guard let cursor = kept else {
            try await move(from: nil, to: end)
            return .until(clock.now + Self.rest)
        }
        let counts = metrics.otlp[signal]
        counts.behind.record(Int64(end.row - cursor.row))
        switch try await store.log(of: signal.kinds, after: cursor, limit: pace.limit) {
        case .resync(let start):
            counts.dropped.increment(by: max(0, Int(start.row - cursor.row)))
            log(.error, "events were deleted before they were exported")
            try await move(from: kept, to: start)
            return .none
        case .events(let logged, let next):
            switch try await export(logged, to: client, &pace) {
            case .later(let wait): return .until(clock.now + wait)
            case .smaller: return .none
            case .done: break
            }
            // Also past rows of other kinds: where they were deleted, a loss would be noted that is none.
            if next != cursor { try await move(from: kept, to: next) }
            counts.behind.record(Int64(end.row - next.row))
            return logged.count < Self.fullPage ? .until(clock.now + Self.rest) : .none
        }
    }

    /// What is next after a request.
    private enum Step {
        /// The page is exported, or there was nothing to export.
        case done
        /// The collector may take less.
        case smaller
        /// The collector may take it later.
        case later(Duration)
    }

    private func export(_ events: [LoggedEvent], to client: OTLPClient, _ pace: inout OTLPPace) async throws -> Step {
        guard !events.isEmpty else { return .done }
        let batch = try await reading.batch(of: events, signal, for: client)
        guard batch.count > 0 else { return .done }
        let counts = metrics.otlp[signal]
        let call = client.call(batch.body, signal, Self.timeout)
        switch OTLPAnswer(await client.transport.send(call), now: clock.now) {
        case .taken(let rejected):
            if pace.failures > 0 { log(.notice, "the collector takes data again") }
            if rejected > 0 { log(.error, "the collector rejected records", ["records": "\(rejected)"]) }
            counts.exported.increment(by: max(0, batch.count - rejected))
            counts.dropped.increment(by: rejected)
            pace.taken()
            return .done
        case .refused(let status):
            guard !pace.refused(events.count) else { return .smaller }
            log(.error, "the collector refuses data, which is dropped", ["status": "\(status)"])
            counts.dropped.increment(by: batch.count)
            return .done
        case .failed(let reason, let wanted):
            // The server ends, which is no fault of the collector's.
            try Task.checkCancellation()
            if pace.failures == 0 {
                log(.warning, "the collector takes no data; it is sent later", ["reason": "\(ReasonWords.of(reason))"])
            }
            counts.failures.increment()
            return .later(pace.failed(wanted: wanted, random: random()))
        }
    }

    private func move(from kept: EventCursor?, to next: EventCursor) async throws {
        let move = ReaderMove(of: signal.reader, from: kept, to: next)
        // The cursor is one for all apps.
        _ = try await store.apply([ChangeGroup(app: "", [.moveReader(move)])])
    }

    private func log(_ level: Logger.Level, _ message: Logger.Message, _ more: Logger.Metadata = [:]) {
        logger.log(
            level: level,
            message,
            metadata: more.merging(["signal": "\(signal.rawValue)"]) { first, _ in first }
        )
    }
}
