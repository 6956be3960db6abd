import JudgeKit
import PealCore

/// Measures a server: single triggers first, then announcements to audiences of each size.
struct LoadRun {
    let installation: Installation
    let simulator: Simulator
    let caller: HTTPCaller
    let concurrency: Int
    let timeLimit: Duration
    let isSeededDirectly: Bool
    let way: PushWay

    private static let owners = 1_000
    /// Pushes that a figure stands on at least, where there are enough users: a start costs as much as hundreds.
    private static let enoughPushes = 20_000

    /// How many audiences of a size are sent to.
    private static func count(of size: Int, among users: Int) -> Int {
        max(1, min(enoughPushes, users) / size)
    }

    /// So many triggers to one user each.
    func triggers(_ count: Int) async throws -> Measurement {
        let key = try await installation.createKey(app: "reports")
        let (server, url) = try await installation.startReady()
        let api = PealAPI(caller: caller, url: url, key: key)
        let owners = (0..<Self.owners).map { "owner-\($0)" }
        let tokens = try await simulator.tokens(owners.count, project: "reports", of: way.provider)
        try await PublicSeed(api: api, concurrency: concurrency).putUsers(owners, tokens: tokens, way)
        Output.progress("\(count) triggers of \(concurrency) concurrent backends")
        let meter = Meter(
            api: api,
            server: server,
            simulator: simulator,
            database: installation.database,
            timeLimit: timeLimit
        )
        let measurement = try await meter.measure("single triggers", pushes: count) {
            let watch = Stopwatch()
            try await ConcurrentWork.forEach(0..<count, atOnce: concurrency) { number in
                try await api.submit(Self.assigned(number, owner: owners[number % owners.count]), idempotencyKey: nil)
                    .expect(202)
            }
            return Double(count) / watch.seconds
        }
        try await server.child.stop()
        return measurement
    }

    /// One announcement to each audience, those of a size from a process of its own: its peak memory is its own.
    func audiences(_ sizes: [Int]) async throws -> [Measurement] {
        guard let largest = sizes.max() else { return [] }
        let key = try await installation.createKey(app: "nhs")
        try await seed(largest, sizes, key)
        var measurements: [Measurement] = []
        for size in sizes {
            let (server, url) = try await installation.startReady()
            let api = PealAPI(caller: caller, url: url, key: key)
            let count = Self.count(of: size, among: largest)
            Output.progress("announcements to \(count) × \(size) members")
            let meter = Meter(
                api: api,
                server: server,
                simulator: simulator,
                database: installation.database,
                timeLimit: timeLimit
            )
            measurements.append(
                try await meter.measure("\(count) × audience of \(size)", pushes: count * size) {
                    for number in 0..<count {
                        try await api.submit(Self.announcement(size, number), idempotencyKey: nil).expect(202)
                    }
                    return nil
                }
            )
            try await server.child.stop()
        }
        return measurements
    }

    private func seed(_ largest: Int, _ sizes: [Int], _ key: String) async throws {
        let watch = Stopwatch()
        let users = (0..<largest).map { "member-\($0)" }
        let tokens = try await simulator.tokens(largest, project: "nhs", of: way.provider)
        Output.progress("seeding \(largest) users \(isSeededDirectly ? "into the store" : "through the API")")
        if isSeededDirectly {
            let seed = try await DirectSeed(installation: installation, app: "nhs")
            try await seed.putUsers(users, tokens: tokens, way)
            for (name, members) in Self.organisations(sizes, users) {
                try await seed.putOrganisation(name, members: members)
            }
            try seed.close()
        } else {
            let (server, url) = try await installation.startReady()
            let seed = PublicSeed(api: PealAPI(caller: caller, url: url, key: key), concurrency: concurrency)
            try await seed.putUsers(users, tokens: tokens, way)
            for (name, members) in Self.organisations(sizes, users) {
                try await seed.putOrganisation(name, members: members)
            }
            try await server.child.stop()
        }
        Output.progress("seeded in \(Int(watch.seconds)) s")
    }

    /// Organisations of one size share no members.
    private static func organisations(_ sizes: [Int], _ users: [String]) -> [(name: String, members: [String])] {
        sizes.flatMap { size in
            (0..<count(of: size, among: users.count)).map { number in
                ("o\(size)-\(number)", Array(users[number * size..<(number + 1) * size]))
            }
        }
    }

    /// One change of a report, for its owner: now, or at a later instant.
    static func assigned(_ number: Int, owner: String, sendAt: Timestamp? = nil) -> [UInt8] {
        JSONWriter.bytes { writer in
            writer.object { writer in
                writer.member("type", "assigned")
                writer.member("entity", "report/r\(number)")
                writer.member("transition", "change-\(number)")
                writer.object("entities") { writer in
                    writer.object("report/r\(number)") { writer in
                        writer.member("ownerId", owner)
                        writer.member("status", "assigned")
                    }
                }
                writer.object("data") { $0.member("title", "Broken lamp \(number)") }
                writer.member("sendAt", sendAt)
            }
        }
    }

    static func announcement(_ size: Int, _ number: Int) -> [UInt8] {
        JSONWriter.bytes { writer in
            writer.object { writer in
                writer.member("type", "announcement")
                writer.member("entity", "announcement/a\(size)-\(number)")
                writer.object("entities") { writer in
                    writer.object("announcement/a\(size)-\(number)") { $0.member("parent", "org/o\(size)-\(number)") }
                }
                writer.object("data") { writer in
                    writer.member("title", "Meeting moved to Thursday")
                    writer.member("preview", "We meet in room 12 at three o’clock.")
                }
            }
        }
    }
}
