import Foundation
import JudgeKit
import PealCore

/// Kills a server whose pushes all wait, and starts it again.
struct RecoveryRun {
    let trial: Trial
    let pending: Int

    /// What a start takes.
    struct Figures: Sendable {
        let pending: Int
        /// Seconds from the start of the process until it serves.
        let ready: Double
        /// The same until the push service has accepted the first push, and it is recorded.
        let firstPush: Double
        /// Memory of its own then, in bytes.
        let ownResident: Int

        /// Seconds that the first push may take.
        static let limit = 1.0

        var table: String {
            let ready = String(format: "%.2f", ready)
            let first = String(format: "%.2f", firstPush)
            let memory = String(format: "%.1f", Double(ownResident) / 1_048_576)
            return """

                start with \(pending) pushes waiting: serves after \(ready) s, own memory \(memory) MiB
                first push after \(first) s, at most \(Int(Self.limit)): \(firstPush <= Self.limit ? "holds" : "missed")
                """
        }
    }

    private static let accepted = "peal_deliveries_ended_total{state=\"accepted\"}"

    func measure() async throws -> Figures {
        let key = try await trial.installation.createKey(app: "nhs")
        Output.progress("seeding \(pending) users into the store")
        let users = (0..<pending).map { "member-\($0)" }
        let seed = try await DirectSeed(installation: trial.installation, app: "nhs")
        try await seed.putUsers(users, tokens: try await trial.simulator.tokens(pending, project: "nhs", of: .fcm))
        try await seed.putOrganisation("o\(pending)-0", members: users)
        try seed.close()
        let (first, url) = try await trial.installation.startReady()
        let api = PealAPI(caller: trial.caller, url: url, key: key)
        // A service that answers nothing: everything is decided, and waits.
        kill(trial.simulator.process.child.pid, SIGSTOP)
        try await api.submit(LoadRun.announcement(pending, 0), idempotencyKey: nil).expect(202)
        Output.progress("deciding, while the push service answers nothing")
        _ = try await Stopwatch.poll("not everything is decided", every: .milliseconds(200), atMost: .seconds(1_800)) {
            try await api.metric("peal_triggers_backlog") == 0 ? true : nil
        }
        try await first.child.killNow()
        kill(trial.simulator.process.child.pid, SIGCONT)
        return try await again(key)
    }

    private func again(_ key: String) async throws -> Figures {
        let watch = Stopwatch()
        let (server, url) = try await trial.installation.startReady()
        let ready = watch.seconds
        let api = PealAPI(caller: trial.caller, url: url, key: key)
        let firstPush = try await Stopwatch.poll("no push", every: .milliseconds(10), atMost: .seconds(120)) {
            try await api.metric(Self.accepted) > 0 ? watch.seconds : nil
        }
        let memory = try ProcessFigures(pid: server.child.pid).ownResident
        try await server.child.stop()
        return Figures(pending: pending, ready: ready, firstPush: firstPush, ownResident: memory)
    }
}
