import Foundation
import GRDB
import JudgeKit
import PealCore

/// Fills a digest window of each of many users, and measures how fast they close when they are all due at once.
struct DigestClosing {
    let installation: Installation
    let context: PolicyRunContext
    let catalog: PolicyCatalog
    let users: Int

    /// What an audience's windows cost.
    struct Figures {
        let windows: Int
        /// From the first look at the due windows until none was open.
        let seconds: Double
        /// Memory of the server's own at most while it closed them, beyond what it had when ready with nothing due.
        let peakGrowth: Int
        /// Processor time of the server until none was open.
        let processorSeconds: Double
        /// Plain SQLite updates a second on the same disk.
        let updates: Double

        var perSecond: Double { Double(windows) / seconds }
        var microsecondsEach: Double { processorSeconds * 1e6 / Double(windows) }
        /// Two items and a delivery are written for each.
        var ceiling: Double { updates / DigestClosing.rowsPerWindow }
    }

    /// Rows written for a window of two: the digest representative, the other one, the delivery.
    static let rowsPerWindow = 3.0

    func measure() async throws -> [Figures] {
        let app = PolicyCatalog.app
        let (server, _) = try await installation.startReady()
        let idle = try ProcessFigures(pid: server.child.pid).ownResident
        try await server.child.stop()
        let key = try await installation.createKey(app: app)
        Output.progress("seeding \(users) users with a phone each")
        let names = (0..<users).map { "reader-\($0)" }
        let seed = try await DirectSeed(installation: installation, app: app)
        try await seed.putUsers(names, tokens: try await context.simulator.tokens(users, project: app))
        try await seed.putOrganisation("small", members: Array(names.prefix(users / 10)))
        try seed.close()
        let updates = try SQLiteUpdates.rowsPerSecond(in: installation.workspace, rows: users * 2)
        return [
            try await close("flash", members: users / 10, key, idle: idle, updates: updates),
            try await close("news", members: users, key, idle: idle, updates: updates),
        ]
    }

    /// Two triggers to an audience; the server is stopped until every window is due.
    private func close(_ type: String, members: Int, _ key: String, idle: Int, updates: Double) async throws -> Figures
    {
        Output.progress("two triggers of \(type) to \(members) users")
        let (first, url) = try await installation.startReady()
        let api = PealAPI(caller: context.caller, url: url, key: key)
        for number in 1...2 {
            try await api.submit(Self.trigger(type, number, isAll: members == users), idempotencyKey: nil).expect(202)
        }
        let database = try context.reader(of: installation)
        _ = try await Stopwatch.poll("not all are decided", every: .milliseconds(250), atMost: .seconds(300)) {
            try await waiting(database).items == members * 2 ? true : nil as Bool?
        }
        try await first.child.stop()
        let due = try await waiting(database)
        guard due.items == members * 2, let last = due.last else {
            throw JudgeError(.tookTooLong, "windows closed before all items had come; make the windows longer")
        }
        let wait = last - Stopwatch.wallClock
        if wait > .zero { try await Task.sleep(for: wait + .seconds(1)) }
        Output.progress("\(members) windows are due")
        let second = try installation.start()
        var peak = 0
        var started: Stopwatch?
        var processor = (before: 0.0, after: 0.0)
        let seconds = try await Stopwatch.poll("windows are open", every: .milliseconds(50), atMost: .seconds(600)) {
            // Counting takes a while: once they close, it is only asked whether any is left.
            let left = try await started == nil ? waiting(database).items : anyWaits(database) ? 1 : 0
            if let figures = try? ProcessFigures(pid: second.child.pid) {
                peak = max(peak, figures.ownResident)
                processor.after = figures.cpuSeconds
            }
            if started == nil, left < members * 2 { (started, processor.before) = (Stopwatch(), processor.after) }
            return left == 0 ? started?.seconds ?? 0 : nil
        }
        try await drain(database, pid: second.child.pid, peak: &peak)
        try database.close()
        try await second.child.stop()
        return Figures(
            windows: members,
            seconds: seconds,
            peakGrowth: peak - idle,
            processorSeconds: processor.after - processor.before,
            updates: updates
        )
    }

    /// Waits until every digest was sent.
    private func drain(_ database: DatabaseQueue, pid: pid_t, peak: inout Int) async throws {
        let watch = Stopwatch()
        while watch.seconds < 300 {
            peak = max(peak, try ProcessFigures(pid: pid).ownResident)
            let left = try await database.read {
                try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM delivery WHERE state = 'pending'")
            }
            if left == 0 { return }
            try await Task.sleep(for: .milliseconds(250))
        }
        throw JudgeError(.tookTooLong, "not every digest was sent")
    }

    private func waiting(_ database: DatabaseQueue) async throws -> (items: Int, last: Timestamp?) {
        try await database.read { db in
            let row = try Row.fetchOne(
                db,
                sql: "SELECT COUNT(*) AS items, MAX(held_until) AS last FROM notification WHERE push = 'digest'"
            )
            let last: Int64? = row?["last"]
            return (row?["items"] ?? 0, last.map { Timestamp(milliseconds: $0) })
        }
    }

    private func anyWaits(_ database: DatabaseQueue) async throws -> Bool {
        try await database.read { db in
            try Row.fetchOne(db, sql: "SELECT 1 FROM notification WHERE push = 'digest' LIMIT 1") != nil
        }
    }

    private static func trigger(_ type: String, _ number: Int, isAll: Bool) -> [UInt8] {
        JSONWriter.bytes { writer in
            writer.object { writer in
                writer.member("type", type)
                writer.object("to") { writer in
                    if isAll {
                        writer.member("all", true)
                    } else {
                        writer.object("members") { $0.member("of", "org/small") }
                    }
                }
                writer.object("data") { $0.member("title", "A new hall \(number)") }
            }
        }
    }
}
