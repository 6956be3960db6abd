import GRDB
import JudgeKit
import PealCore

/// Lets schedules fall due at a steady rate while very many others wait, and measures how late each is decided.
struct TimersOnTime {
    let installation: Installation
    let context: PolicyRunContext
    let rate: Int
    let seconds: Int
    let pending: Int

    /// Milliseconds late, at the median and the 99th percentile.
    struct Lateness {
        let median: Double
        let p99: Double
        let worst: Double

        init(_ milliseconds: [Double]) {
            let sorted = milliseconds.sorted()
            median = sorted.isEmpty ? .nan : sorted[sorted.count / 2]
            p99 = sorted.isEmpty ? .nan : sorted[sorted.count * 99 / 100]
            worst = sorted.last ?? .nan
        }
    }

    /// What was measured.
    struct Figures {
        let pending: Int
        let fired: Int
        let rate: Int
        /// From the due time until the decision was seen committed.
        let committed: Lateness
        /// From the due time until the push service's acceptance was recorded.
        let accepted: Lateness
        /// The bare timer of the same machine, at the same time.
        let timer: Lateness
        /// Memory of the server's own beyond what one with an empty store takes, when it was ready.
        let memory: Int
        let readyAfter: Double
    }

    /// How often the database is looked at; bounds how exact a commit's time is.
    static let tick = Duration.milliseconds(5)

    func measure() async throws -> Figures {
        let fired = rate * seconds
        let empty = try await emptyServer()
        let seed = try await DirectSeed(installation: installation, app: PolicyCatalog.app)
        // Time to accept them and to start a server that finds all the others.
        let start = Stopwatch.wallClock + .seconds(15 + fired / 2_000 + pending / 100_000)
        let step = 1_000.0 / Double(rate)
        try await PendingSchedules.accept(fired, into: seed) { number in
            start + .milliseconds(Int64(Double(number) * step))
        }
        try seed.close()
        let watch = Stopwatch()
        let (server, _) = try await installation.startReady()
        let readyAfter = watch.seconds
        let memory = try ProcessFigures(pid: server.child.pid).ownResident
        guard Stopwatch.wallClock < start else {
            throw JudgeError(.tookTooLong, "the server was not ready before the first schedule fell due")
        }
        Output.progress("\(fired) schedules fall due in \(seconds) s among \(pending)")
        let database = try context.reader(of: installation)
        let observed = try await observe(database, until: fired)
        let rows = try await database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT n.rowid AS place, t.due_at AS due, d.accepted_at AS accepted
                    FROM notification n JOIN trigger t ON t.app = n.app AND t.id = n.trigger_id
                    JOIN delivery d ON d.app = n.app AND d.notification_id = n.id
                    """
            ).map { row -> (position: Int64, due: Int64, accepted: Int64?) in
                (row["place"], row["due"], row["accepted"])
            }
        }
        try database.close()
        try await server.child.stop()
        let accepted = rows.compactMap { row in row.accepted.map { Double($0 - row.due) } }
        guard rows.count == fired, accepted.count == fired else {
            throw JudgeError(.unexpectedAnswer, "\(rows.count) decisions and \(accepted.count) pushes of \(fired)")
        }
        let committed = rows.sorted { $0.position < $1.position }
        var (late, sample) = ([Double](), 0)
        for row in committed {
            while sample < observed.commits.count, observed.commits[sample].position < row.position { sample += 1 }
            guard sample < observed.commits.count else { break }
            late.append(Double(observed.commits[sample].at - row.due))
        }
        return Figures(
            pending: pending,
            fired: fired,
            rate: rate,
            committed: Lateness(late),
            accepted: Lateness(accepted),
            timer: Lateness(observed.timer),
            memory: memory - empty,
            readyAfter: readyAfter
        )
    }

    /// Memory of a server that has nothing to wait for.
    private func emptyServer() async throws -> Int {
        let other = try await context.installation(
            PolicyCatalog(digestSeconds: 60, shortDigestSeconds: 20),
            in: "empty"
        )
        let (server, _) = try await other.startReady()
        let memory = try ProcessFigures(pid: server.child.pid).ownResident
        try await server.child.stop()
        return memory
    }

    /// When decisions became visible, and how late the ticks of this process were meanwhile.
    private func observe(
        _ database: DatabaseQueue,
        until fired: Int
    ) async throws -> (commits: [(position: Int64, at: Int64)], timer: [Double]) {
        let limit = Stopwatch()
        var commits: [(position: Int64, at: Int64)] = []
        var timer: [Double] = []
        var next = ContinuousClock.now
        var looks = 0
        while true {
            next = max(next + Self.tick, .now + .milliseconds(1))
            try await Task.sleep(until: next, tolerance: .zero, clock: .continuous)
            let late = Stopwatch.seconds(next.duration(to: .now)) * 1_000
            let position = try await database.read {
                try Int64.fetchOne($0, sql: "SELECT MAX(rowid) FROM notification")
            }
            let at = Stopwatch.wallClock.milliseconds
            looks += 1
            if let position, position > commits.last?.position ?? 0 { commits.append((position, at)) }
            if !commits.isEmpty { timer.append(late) }
            // The last few looks are for the outcomes alone.
            if looks.isMultiple(of: 200), let position, position >= Int64(fired) {
                let left = try await database.read {
                    try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM delivery WHERE state = 'pending'")
                }
                if left == 0 { return (commits, timer) }
            }
            guard limit.seconds < Double(seconds + 180) else {
                throw JudgeError(.tookTooLong, "\(position ?? 0) of \(fired) schedules were decided")
            }
        }
    }
}
