import JudgeKit
import PealCore

/// Sends alerts of one app while another one sends to thousands.
struct NoiseRun {
    let trial: Trial
    let triggers: Int
    let audience: Int
    let tries: Int

    func measure() async throws -> NoiseFigures {
        let keys = (
            try await trial.installation.createKey(app: "nhs"), try await trial.installation.createKey(app: "dsober")
        )
        let (server, url) = try await trial.installation.startReady()
        let noisy = PealAPI(caller: trial.caller, url: url, key: keys.0)
        let other = PealAPI(caller: trial.caller, url: url, key: keys.1)
        Output.progress("seeding \(audience) users")
        let members = (0..<audience).map { "member-\($0)" }
        let seed = PublicSeed(api: noisy, concurrency: 12)
        try await seed.putUsers(members, tokens: try await trial.simulator.tokens(audience, project: "nhs"))
        try await seed.putOrganisation("o1", members: members)
        try await PublicSeed(api: other, concurrency: 1)
            .putUsers(["admin"], tokens: try await trial.simulator.tokens(1, project: "dsober"))
        try await other.putEntity("group/g1")
        // The first makes connections and tokens that the others use.
        _ = try await alert(0, other)
        Output.progress("\(tries) alerts with nothing else to do")
        var quiet: [Double] = []
        for number in 1...tries { quiet.append(try await alert(number, other)) }
        Output.progress("\(tries) alerts next to \(triggers) announcements to \(audience) users each")
        var sent = try await fill(noisy, from: 0)
        let accepted = "peal_deliveries_ended_total{state=\"accepted\"}"
        let before = try await noisy.metric(accepted)
        let watch = Stopwatch()
        var loud: [Double] = []
        for number in 1...tries {
            // There is always as much waiting as in the beginning, or half of it.
            if try await noisy.metric("peal_triggers_backlog") < triggers / 2 {
                sent = try await fill(noisy, from: sent)
            }
            loud.append(try await alert(tries + number, other))
        }
        let perSecond = Double(try await noisy.metric(accepted) - before) / watch.seconds
        try await server.child.stop()
        return NoiseFigures(quiet: quiet, noisy: loud, noisePerSecond: perSecond)
    }

    /// Lets the noisy app send; returns how many it has sent.
    private func fill(_ api: PealAPI, from first: Int) async throws -> Int {
        try await ConcurrentWork.forEach(first..<(first + triggers), atOnce: 8) { number in
            try await api.submit(Self.announcement(number), idempotencyKey: nil).expect(202)
        }
        return first + triggers
    }

    /// Milliseconds from the request until the push service has accepted the push.
    private func alert(_ number: Int, _ api: PealAPI) async throws -> Double {
        let watch = Stopwatch()
        let answer = try await api.submit(Self.alert(number), idempotencyKey: nil).expect(202).json()
        guard let id = answer.object?["id"]?.string else {
            throw JudgeError(.unexpectedAnswer, "an accepted trigger has no id")
        }
        return try await Stopwatch.poll("alert \(number) is not accepted", atMost: .seconds(120)) {
            let report = try await api.trigger(id)?.object
            let deliveries = report?["counts"]?.object?["deliveries"]?.object
            return deliveries?["accepted"] == .integer(1) ? watch.seconds * 1_000 : nil
        }
    }

    private static func alert(_ number: Int) -> [UInt8] {
        body("sep-failed", entity: "event/party-\(number)", parent: "group/g1", users: ["admin"]) { data in
            data.member("driver", "Morgan")
            data.member("event", "Spring formal")
            data.member("failedAt", "2026-11-20T22:10:00Z")
        }
    }

    private static func announcement(_ number: Int) -> [UInt8] {
        body("event-created", entity: "event/e\(number)", parent: "org/o1", users: nil) { data in
            data.member("title", "Park clean-up \(number)")
            data.member("startsAt", "2026-11-21T09:00:00Z")
            data.member("location", "Town park")
        }
    }

    private static func body(
        _ type: String,
        entity: String,
        parent: String,
        users: [String]?,
        _ data: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        JSONWriter.bytes { writer in
            writer.object { writer in
                writer.member("type", type)
                writer.member("entity", entity)
                writer.object("entities") { writer in
                    writer.object(entity) { $0.member("parent", parent) }
                }
                if let users { writer.object("to") { $0.member("users", users) } }
                writer.object("data") { data(&$0) }
            }
        }
    }
}
