import Foundation
import JudgeKit
import Logging
import PealCatalog
import PealCore
import PealCrypto
import PealEngine
import PealSQL

/// Measures how fast digest windows close when nothing else is done: the decision loop on a store, nothing is sent.
struct ClosingAlone {
    let directory: URL
    let users: Int

    /// What closing a window each of many users costs.
    struct Figures {
        let windows: Int
        let seconds: Double
        /// Processor time of this process.
        let processorSeconds: Double
        /// Memory of this process's own at most while it closed them, beyond what it had before.
        let peakGrowth: Int
        /// Plain SQLite updates a second on the same disk.
        let updates: Double
        /// Decisions a second when the second item of each window was fanned out by the same loop.
        let fanOut: Double

        var perSecond: Double { Double(windows) / seconds }
        var ceiling: Double { updates / DigestClosing.rowsPerWindow }
        var microsecondsEach: Double { processorSeconds * 1e6 / Double(windows) }
    }

    func measure() async throws -> Figures {
        Output.progress("seeding \(users) users for windows that close alone")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let database = directory.appending(path: "peal.db").path
        let seed = try await DirectSeed(database: database, rootKey: RootKey.generate(), app: PolicyCatalog.app)
        try await seed.putUsers((0..<users).map { "reader-\($0)" }, tokens: (0..<users).map { "token-\($0)" })
        let updates = try SQLiteUpdates.rowsPerSecond(in: directory, rows: users * 2)
        let clock = VirtualClock(at: Stopwatch.wallClock)
        let loop = try loop(on: seed, clock)
        var fannedOut = 0.0
        for _ in 0..<2 {
            clock.advance(by: .seconds(1))
            try await submit(to: seed, at: clock.now)
            let watch = Stopwatch()
            while try await loop.round() {}
            fannedOut = Double(users) / watch.seconds
        }
        clock.advance(by: .seconds(Self.window + 1))
        Output.progress("\(users) windows are due")
        let idle = try ProcessFigures(pid: getpid()).ownResident
        var peak = idle
        let before = ProcessorTime.own
        let watch = Stopwatch()
        while try await loop.round() { peak = max(peak, try ProcessFigures(pid: getpid()).ownResident) }
        let figures = Figures(
            windows: users,
            seconds: watch.seconds,
            processorSeconds: ProcessorTime.own - before,
            peakGrowth: peak - idle,
            updates: updates,
            fanOut: fannedOut
        )
        let left = try await seed.store.nextDue(after: Timestamp(milliseconds: 0), holds: [:])
        try seed.close()
        guard left == nil || left == clock.now else { throw JudgeError(.tookTooLong, "windows are still open") }
        return figures
    }

    private static let window = 60

    private func loop(on seed: DirectSeed, _ clock: VirtualClock) throws -> DecisionLoop {
        let yaml = PolicyCatalog(digestSeconds: Self.window, shortDigestSeconds: Self.window).yaml
        let reading = CatalogReader.read(yaml: yaml, file: "policy.yaml", providers: .shipped)
        guard var catalog = reading.catalog else { throw JudgeError(.invalid, "policy.yaml: \(reading.findings)") }
        catalog.version = 1
        let registry = CatalogRegistry()
        registry.put([catalog])
        let made = Counter()
        let ids = IDGenerator {
            made.increment()
            return UUIDv7(milliseconds: UInt64(clock.now.milliseconds), random: (0, UInt64(made.count)))
        }
        let ports = EnginePorts(
            store: seed.store,
            clock: clock,
            ids: ids,
            providers: ProviderRegistry(named: [seed.app: [.fcm]], installed: .shipped),
            catalogs: registry,
            keyring: seed.keyring,
            logger: Logger(label: "closing")
        )
        return Engine(ports: ports).decisions
    }

    private func submit(to seed: DirectSeed, at now: Timestamp) async throws {
        let id = TriggerID(UUIDv7(milliseconds: UInt64(now.milliseconds), random: (0, 0)))
        let trigger = Trigger(
            id: id,
            app: seed.app,
            type: "news",
            audience: .all,
            data: [:],
            dueAt: now,
            acceptedAt: now,
            catalogVersion: 1
        )
        let data = Array(#"{"title":"A new hall"}"#.utf8)
        let sealed = try seed.keyring.seal(data, app: seed.app, context: id.description)
        let submission = TriggerSubmission(trigger: trigger, sealedData: sealed, entities: [], claim: nil)
        _ = try await AcceptTriggers(store: seed.store).accept([submission], app: seed.app)
    }
}
