import Foundation
import JudgeKit
import PealCore

/// Kills a loaded server again and again.
struct CrashRun {
    let installation: Installation
    let simulator: Simulator
    let caller: HTTPCaller
    let population: Population
    let keys: [String: String]
    let clients: Int
    let rate: Int
    let record = RequestRecord()
    var random: SeededRandom
    let pushes = ReceivedPushes()
    var deaths: [Timestamp] = []
    var violations: [String] = []
    /// Rounds whose named place was reached.
    var pointsReached = 0
    var pointsMissed = 0

    /// What providers do wrong meanwhile: refuse, drop answers, and be slow enough that sends are in flight at a kill.
    static let faults: [JSONValue] = [
        .object([
            "provider": .string("fcm"), "probability": .number(0.04),
            "answer": .object(["status": .integer(503), "reason": .string("UNAVAILABLE")]),
        ]),
        .object(["provider": .string("fcm"), "probability": .number(0.02), "reset": .string("after-accept")]),
        .object(["provider": .string("fcm"), "probability": .number(0.3), "delayMs": .integer(40)]),
    ]

    func apis(at url: String) -> [String: PealAPI] {
        keys.mapValues { PealAPI(caller: caller, url: url, key: $0) }
    }

    /// Kills so many servers.
    mutating func kill(rounds: Int) async throws {
        let watch = Stopwatch()
        for fault in Self.faults { try await simulator.add(fault) }
        for round in 0..<rounds {
            try await self.round(KillPlan.draw(round: round, from: &random))
            try await pushes.catchUp(with: simulator)
            if (round + 1) % 10 == 0 || round + 1 == rounds {
                let counts = record.counts
                Output.progress(
                    "kills \(round + 1)/\(rounds)  202s \(counts.acknowledged)  answers lost \(counts.lostAnswers)  "
                        + "replays \(counts.replays)  pushes \(pushes.total)  (\(Int(watch.seconds)) s)"
                )
            }
        }
        try await simulator.clearFaults()
    }

    private mutating func round(_ plan: KillPlan) async throws {
        let server = try installation.start(crashAt: plan.crashAt)
        switch plan {
        case .starting(let delay):
            try await Task.sleep(for: delay)
        case .serving(let delay):
            if let url = try await server.readyURL() { try await load(server, at: url, for: delay) }
        case .point:
            if let url = try await server.readyURL() { try await load(server, at: url, for: .seconds(3)) }
            if server.child.isRunning { pointsMissed += 1 } else { pointsReached += 1 }
        }
        let end = try await server.child.killNow()
        // No copy the dead server sent can be taken later than this, and none of the next server earlier.
        deaths.append(Stopwatch.wallClock)
        if !end.wasKilled || end.status != SIGKILL {
            violations.append("a server ended by itself (status \(end.status)) in round \(deaths.count)")
        }
    }

    /// Loads a server until a time is over or it died.
    private mutating func load(_ server: ServerProcess, at url: String, for limit: Duration) async throws {
        let pause = Duration.milliseconds(1000 * clients / max(1, rate))
        let apis = apis(at: url)
        var seeds = (0..<clients).map { _ in random.next() }
        await withTaskGroup(of: Void.self) { group in
            while let seed = seeds.popLast() {
                var client = LoadingClient(
                    record: record,
                    statements: Statements(population: population),
                    apis: apis,
                    pause: pause,
                    random: SeededRandom(seed: seed)
                )
                group.addTask { await client.run(against: server) }
            }
            group.addTask {
                let watch = Stopwatch()
                while server.child.isRunning, watch.seconds < Stopwatch.seconds(limit) {
                    try? await Task.sleep(for: .milliseconds(2))
                }
                // The clients go on meanwhile: their requests are what the kill interrupts.
                Foundation.kill(server.child.pid, SIGKILL)
            }
            await group.waitForAll()
        }
    }
}
