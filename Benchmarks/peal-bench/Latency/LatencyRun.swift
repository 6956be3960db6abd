import JudgeKit
import PealCore

/// Sends triggers at parts of what the server can do, and while a large audience goes out.
struct LatencyRun {
    let trial: Trial
    let loads: [Int]
    let seconds: Int
    let audience: Int
    let rate: Int

    private static let owners = 1_000
    /// Triggers that the full load is measured with.
    private static let probes = 8_000
    /// Writes of the disk a second, and seconds of them at a time.
    private static let diskRate = 200
    private static let diskSeconds = 3

    func measure() async throws -> LatencyFigures {
        let names = (0..<Self.owners).map { "owner-\($0)" }
        let key = try await trial.installation.createKey(app: "reports")
        let announcer = audience > 0 ? try await seedAudience() : nil
        let (server, url) = try await trial.installation.startReady()
        let api = PealAPI(caller: trial.caller, url: url, key: key)
        let tokens = try await trial.simulator.tokens(names.count, project: "reports", of: .fcm)
        try await PublicSeed(api: api, concurrency: 64).putUsers(names, tokens: tokens)
        Output.progress("full load: \(Self.probes) triggers of 64 concurrent backends")
        let watch = Stopwatch()
        try await ConcurrentWork.forEach(0..<Self.probes, atOnce: 64) { number in
            try await api.submit(LoadRun.assigned(number, owner: names[number % names.count]), idempotencyKey: nil)
                .expect(202)
        }
        try await drain(api, Self.probes)
        var figures = LatencyFigures(capacity: Double(Self.probes) / watch.seconds, disk: try await disk())
        var sent = Self.probes
        for load in loads {
            let rate = max(1, Int(figures.capacity) * load / 100)
            Output.progress("\(load) %: \(rate) triggers a second for \(seconds) s")
            let triggers = try await PacedTriggers(api: api, owners: names, rate: rate, seconds: seconds).send(
                from: sent
            )
            sent += triggers.due.count
            try await drain(api, sent)
            let pushes = try AcceptedPushes.latencies(in: trial.installation.database, of: triggers.due)
            figures.rows += [
                .init(name: "\(load) %, \(rate)/s: trigger → 202", seconds: triggers.answers),
                .init(
                    name: "\(load) %, \(rate)/s: trigger → push accepted",
                    seconds: pushes,
                    limit: load == 50 ? 4 : nil
                ),
            ]
            figures.disk += try await disk()
        }
        if let announcer {
            figures.rows.append(try await besideAudience(api, url, announcer, names, from: sent))
            figures.disk += try await disk()
        }
        try await server.child.stop()
        return figures
    }

    /// Accepts triggers while an announcement to everybody is fanned out and sent.
    private func besideAudience(_ api: PealAPI, _ url: String, _ key: String, _ names: [String], from first: Int)
        async throws
        -> LatencyFigures.Row
    {
        Output.progress("\(rate) triggers a second while an audience of \(audience) is sent to")
        let other = PealAPI(caller: trial.caller, url: url, key: key)
        let before = try await api.metric("peal_deliveries_ended_total")
        try await other.submit(LoadRun.announcement(audience, 0), idempotencyKey: nil).expect(202)
        // A 200th of it: what goes out then is the audience and nothing else.
        _ = try await Stopwatch.poll("nothing is sent", every: .milliseconds(20), atMost: .seconds(60)) {
            try await api.metric("peal_deliveries_ended_total") - before > audience / 200 ? true : nil
        }
        let triggers = try await PacedTriggers(api: api, owners: names, rate: rate, seconds: seconds).send(from: first)
        let isLeft = try await api.metric("peal_deliveries_ended_total") - before < audience
        guard isLeft else {
            throw JudgeError(.invalid, "the audience was sent to before the triggers were: name a larger one")
        }
        return .init(
            name: "\(rate)/s next to an audience of \(audience): → 202",
            seconds: triggers.answers,
            limit: 3
        )
    }

    private func seedAudience() async throws -> String {
        let key = try await trial.installation.createKey(app: "nhs")
        Output.progress("seeding \(audience) users into the store")
        let users = (0..<audience).map { "member-\($0)" }
        let seed = try await DirectSeed(installation: trial.installation, app: "nhs")
        try await seed.putUsers(users, tokens: try await trial.simulator.tokens(audience, project: "nhs", of: .fcm))
        try await seed.putOrganisation("o\(audience)-0", members: users)
        try seed.close()
        return key
    }

    private func drain(_ api: PealAPI, _ count: Int) async throws {
        _ = try await Stopwatch.poll("not all outcomes are recorded", every: .milliseconds(25), atMost: .seconds(120)) {
            guard try await api.metric("peal_deliveries_ended_total") >= count else { return nil as Bool? }
            return try await api.metric("peal_deliveries_in_flight") == 0 ? true : nil
        }
    }

    private func disk() async throws -> [Double] {
        try await SyncedWrites.latencies(
            in: trial.installation.workspace,
            rate: Self.diskRate,
            seconds: Self.diskSeconds
        )
    }
}
