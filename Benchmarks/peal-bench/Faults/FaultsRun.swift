import Foundation
import GRDB
import JudgeKit
import PealCore

/// Sends triggers at a steady pace under every fault profile, and accounts for each of their deliveries afterwards.
struct FaultsRun {
    let installation: Installation
    let simulator: Simulator
    let caller: HTTPCaller
    let seconds: Int
    let perSecond: Int

    private static let owners = 500

    /// What was measured, and how deliveries ended once it was fair again.
    struct Result {
        var figures: [FaultFigures]
        var triggers: Int
        var endings: [String: Int]
    }

    func run() async throws -> Result {
        let key = try await installation.createKey(app: "reports")
        let (server, url) = try await installation.startReady()
        let api = PealAPI(caller: caller, url: url, key: key)
        let owners = (0..<Self.owners).map { "owner-\($0)" }
        let tokens = try await simulator.tokens(owners.count, project: "reports")
        try await PublicSeed(api: api, concurrency: 16).putUsers(owners, tokens: tokens)
        var figures: [FaultFigures] = []
        var sent = 0
        // The baseline between the others shows how much two runs of the same differ by themselves.
        let sequence: [FaultProfile] =
            [.fair, .fair] + FaultProfile.allCases.filter { $0 != .fair }.flatMap { [$0, .fair] }
        for (index, profile) in sequence.enumerated() {
            if let fault = profile.fault { try await simulator.add(fault) }
            Output.progress("\(profile.rawValue): \(seconds) s at \(perSecond) triggers a second")
            let measured = try await phase(profile.rawValue, first: sent, api: api)
            // The first run warms up what is measured after it.
            if index > 0 { figures.append(measured) }
            sent += measured.accepted
            try await simulator.clearFaults()
        }
        Output.progress("waiting for delayed deliveries")
        _ = try await Stopwatch.poll("deliveries are left", every: .seconds(1), atMost: .seconds(240)) {
            try endings()["pending", default: 0] == 0 ? true : nil
        }
        try await server.child.stop()
        return Result(figures: figures, triggers: sent, endings: try endings())
    }

    /// Requests start by the clock, whether or not the ones before were answered.
    private func phase(_ name: String, first: Int, api: PealAPI) async throws -> FaultFigures {
        let watch = Stopwatch()
        let times = try await withThrowingTaskGroup(of: Double.self) { group in
            for number in 0..<(seconds * perSecond) {
                let due = Double(number) / Double(perSecond)
                if due > watch.seconds { try await Task.sleep(for: .seconds(due - watch.seconds)) }
                group.addTask {
                    let own = Stopwatch()
                    try await api.submit(Self.trigger(first + number), idempotencyKey: nil).expect(202)
                    return own.seconds * 1000
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let sorted = times.sorted()
        return FaultFigures(
            name: name,
            accepted: sorted.count,
            seconds: watch.seconds,
            median: sorted[sorted.count / 2],
            p99: sorted[sorted.count * 99 / 100]
        )
    }

    private static func trigger(_ number: Int) -> [UInt8] {
        JSONWriter.bytes { writer in
            writer.object { writer in
                writer.member("type", "assigned")
                writer.member("entity", "report/r\(number)")
                writer.member("transition", "change-\(number)")
                writer.object("entities") { writer in
                    writer.object("report/r\(number)") { writer in
                        writer.member("ownerId", "owner-\(number % owners)")
                        writer.member("status", "assigned")
                    }
                }
                writer.object("data") { $0.member("title", "Broken lamp \(number)") }
            }
        }
    }

    /// Deliveries by their state.
    private func endings() throws -> [String: Int] {
        var configuration = Configuration()
        configuration.readonly = true
        let database = try DatabaseQueue(path: installation.database.path, configuration: configuration)
        defer { try? database.close() }
        return try database.read { db in
            var counts: [String: Int] = [:]
            let rows = try Row.fetchAll(db, sql: "SELECT state, COUNT(*) AS n FROM delivery GROUP BY state")
            for row in rows { counts[row["state"]] = row["n"] }
            return counts
        }
    }
}
