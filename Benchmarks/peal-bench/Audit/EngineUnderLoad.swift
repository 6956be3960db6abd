import AsyncHTTPClient
import Foundation
import JudgeKit
import Logging
import PealCatalog
import PealCore
import PealCrypto
import PealEngine
import PealFCM
import PealProviderKit
import PealSQL
import PealSQLite

/// An engine in this process whose loops run, with the one that writes the audit log or without it.
struct EngineUnderLoad: Sendable {
    let app: AppID
    let database: String
    let catalog: URL
    let keyring: Keyring
    /// The credentials of the simulated push service, and where it listens.
    let account: [UInt8]
    let endpoint: String
    let isAudited: Bool

    /// How long a phase may take.
    private static let timeLimit = Duration.seconds(600)

    /// Sends triggers and measures until their outcomes are on disk, and in the audit log.
    /// - Parameters:
    ///   - name: the phase.
    ///   - drafts: the triggers, each a request of its own.
    ///   - pushes: how many pushes they mean.
    ///   - width: requests at the same time.
    /// - Returns: what it cost.
    /// - Throws: `JudgeError` when a trigger is rejected or a push is not accepted.
    func measure(_ name: String, _ drafts: [TriggerDraft], pushes: Int, atOnce width: Int) async throws -> AuditFigures
    {
        let client = HTTPClient(eventLoopGroupProvider: .singleton)
        do {
            let figures = try await measure(name, drafts, pushes, width, .client(client))
            try await client.shutdown()
            return figures
        } catch {
            try? await client.shutdown()
            throw error
        }
    }

    private func measure(
        _ name: String,
        _ drafts: [TriggerDraft],
        _ pushes: Int,
        _ width: Int,
        _ transport: HTTPTransport
    ) async throws -> AuditFigures {
        let work = PipelineWakeUps()
        let wakeUps = WakeUps(work)
        let store = try SQLiteStore.open(path: database, mode: .production, usesChannels: false) {
            wakeUps($0, isClaimed: $1)
        }
        let engine = try await engine(store, work, transport)
        let loops = try running(engine)
        let figures = try await withThrowingTaskGroup(of: Void.self) { group in
            for loop in loops { group.addTask { try await loop() } }
            let (before, watch) = (ProcessorTime.own, Stopwatch())
            try await ConcurrentWork.forEach(drafts, atOnce: width) { draft in
                for result in try await engine.intake.submit([draft], app: app) {
                    if case .failure(let problem) = result { throw JudgeError(.unexpectedAnswer, "\(problem)") }
                }
            }
            _ = try await Stopwatch.poll(
                "not all pushes are accepted",
                every: .milliseconds(100),
                atMost: Self.timeLimit
            ) {
                let metrics = MetricsText(await engine.metricsText())
                let isAccepted = metrics["peal_deliveries_ended_total{state=\"accepted\"}"] >= pushes
                return isAccepted && metrics["peal_deliveries_in_flight"] == 0 ? true : nil as Bool?
            }
            let seconds = watch.seconds
            // The log is read once a second: what is left of it is part of what these pushes cost.
            try await engine.analyticsLoop.step()
            if isAudited { try await engine.audit.catchUp() }
            let processor = ProcessorTime.own - before
            group.cancelAll()
            let entries = Int(try await store.auditTree(of: app).size)
            guard isAudited ? entries >= pushes : entries == 0 else {
                throw JudgeError(.unexpectedAnswer, "\(name): \(entries) audit entries of \(pushes) pushes")
            }
            return AuditFigures(
                name: name,
                pushes: pushes,
                seconds: seconds,
                processorSeconds: processor,
                auditEntries: entries
            )
        }
        try store.close()
        return figures
    }

    private func engine(_ store: SQLiteStore, _ work: PipelineWakeUps, _ transport: HTTPTransport) async throws
        -> Engine
    {
        let yaml = try String(contentsOf: catalog, encoding: .utf8)
        let reading = CatalogReader.read(yaml: yaml, file: catalog.lastPathComponent, providers: .shipped)
        guard var catalog = reading.catalog else { throw JudgeError(.invalid, "\(reading.findings)") }
        let clock = WallClock()
        catalog.version = try await store.publish(app: app, fileHash: Array(yaml.utf8), yaml: yaml, now: clock.now)
            .record.version
        let registry = CatalogRegistry()
        registry.put([catalog])
        var logger = Logger(label: "audit")
        logger.logLevel = .error
        let options = try FCMOptions(serviceAccount: account, endpoint: endpoint)
        let provider = FCMProvider(options: options, transport: transport, now: { clock.now })
        var ports = EnginePorts(
            store: store,
            clock: clock,
            ids: WallClock.identifiers(),
            providers: ProviderRegistry([app: [provider]], installed: .shipped),
            catalogs: registry,
            keyring: keyring,
            logger: logger
        )
        ports.work = work
        // What is measured is the cost of a push, not how many may wait.
        ports.limits = EngineLimits(backlog: 1_000_000)
        ports.auditKey = try AuditKey(base64: AuditKey.generate())
        return Engine(ports: ports)
    }

    /// The loops of an engine that run.
    private func running(_ engine: Engine) throws -> [@Sendable () async throws -> Void] {
        var loops: [@Sendable () async throws -> Void] = [
            engine.delivery.run, engine.receipts.run, engine.redeliveries.run, engine.sync.run,
            engine.deviceSweeper.run, engine.decisions.run, engine.schedules.run, engine.sweeper.run,
            engine.retention.run, engine.analyticsLoop.run, engine.outgoing.run, engine.alerting.run,
        ]
        loops += engine.exports.map { $0.run }
        if isAudited { loops.append(engine.auditing.run) }
        guard loops.count + (isAudited ? 0 : 1) == engine.loops.count else {
            throw JudgeError(.invalid, "the engine has loops that the judge does not run")
        }
        return loops
    }
}
