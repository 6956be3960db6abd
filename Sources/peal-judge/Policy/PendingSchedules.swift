import Foundation
import PealCore
import PealCrypto
import PealEngine

/// Measures what a trigger costs that waits for its time, in memory and on disk.
struct PendingSchedules {
    let installation: Installation
    let simulator: Simulator
    private var kept = 0

    /// What so many pending schedules cost beyond an empty store.
    struct Figures {
        let pending: Int
        /// Memory of the process that accepted them, not counting mapped files.
        let memory: Int
        let disk: Int
        let acceptedPerSecond: Double
        /// Plain SQLite rows a second on the same disk.
        let ceiling: Double
    }

    /// Users who are reminded, a phone each.
    static let users = (0..<1_000).map { "user-\($0)" }
    private static let atOnce = 1_000

    init(installation: Installation, simulator: Simulator) {
        self.installation = installation
        self.simulator = simulator
    }

    /// Fills an empty store up to each of some numbers.
    mutating func measure(_ counts: [Int]) async throws -> [Figures] {
        let app = PolicyCatalog.app
        // The server makes the files and publishes the catalog.
        let (server, _) = try await installation.startReady()
        try await server.child.stop()
        let seed = try await DirectSeed(installation: installation, app: app)
        let tokens = try await simulator.tokens(Self.users.count, project: app)
        try await seed.putUsers(Self.users, tokens: tokens)
        let rows = try SQLiteCeiling.rowsPerSecond(in: installation.workspace)
        let memory = try ProcessFigures(pid: getpid()).ownResident
        let disk = try DiskSize.bytes(of: installation.database)
        var figures: [Figures] = []
        for count in counts {
            Output.progress("accepting schedules until \(count) wait")
            let watch = Stopwatch()
            let added = count - kept
            let first = kept
            // Between a day and a month from now, in no order.
            let day = Stopwatch.wallClock + .seconds(86_400)
            try await Self.accept(added, into: seed) { number in
                day + .seconds((first + number) * 7_919 % 2_592_000)
            }
            kept = count
            figures.append(
                Figures(
                    pending: count,
                    memory: try ProcessFigures(pid: getpid()).ownResident - memory,
                    disk: try DiskSize.bytes(of: installation.database) - disk,
                    acceptedPerSecond: Double(added) / watch.seconds,
                    ceiling: rows
                )
            )
        }
        try seed.close()
        return figures
    }

    /// Accepts reminders of one user each through the store's port, a thousand a transaction.
    static func accept(_ count: Int, into seed: DirectSeed, dueAt: (Int) -> Timestamp) async throws {
        for start in stride(from: 0, to: count, by: atOnce) {
            let now = Stopwatch.wallClock
            let batch = try (start..<min(count, start + atOnce)).map { number in
                let id = TriggerID(
                    UUIDv7(
                        milliseconds: UInt64(now.milliseconds),
                        random: (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))
                    )
                )
                let sealed = try seed.keyring.seal(
                    Array(#"{"title":"Rehearsal"}"#.utf8),
                    app: seed.app,
                    context: id.description
                )
                let trigger = Trigger(
                    id: id,
                    app: seed.app,
                    type: "reminder",
                    audience: .users([UserID(users[number % users.count])]),
                    data: [:],
                    dueAt: dueAt(number),
                    acceptedAt: now,
                    catalogVersion: 1
                )
                return TriggerSubmission(trigger: trigger, sealedData: sealed, entities: [], claim: nil)
            }
            let answers = try await AcceptTriggers(store: seed.store).accept(batch, app: seed.app)
            guard answers.allSatisfy(\.isAccepted) else {
                throw JudgeError(.unexpectedAnswer, "the store did not accept every schedule")
            }
        }
    }
}
