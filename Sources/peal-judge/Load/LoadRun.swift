import Foundation
import PealCore
import PealWire

/// Measures a server: single triggers first, then one announcement to each audience.
struct LoadRun {
    let installation: Installation
    let simulator: Simulator
    let caller: HTTPCaller
    let concurrency: Int
    let timeLimit: Duration
    let isSeededDirectly: Bool

    private static let owners = 1_000

    /// So many triggers to one person each.
    func triggers(_ count: Int) async throws -> Measurement {
        let key = try await installation.createKey(app: "reports")
        let (server, url) = try await installation.startReady()
        let api = PealAPI(caller: caller, url: url, key: key)
        let owners = (0..<Self.owners).map { "owner-\($0)" }
        let tokens = try await simulator.tokens(owners.count, project: "reports")
        try await PublicSeed(api: api, concurrency: concurrency).putPeople(owners, tokens: tokens)
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

    /// One announcement to each audience, each from a process of its own: its peak memory is its own.
    func audiences(_ sizes: [Int]) async throws -> [Measurement] {
        guard let largest = sizes.max() else { return [] }
        let key = try await installation.createKey(app: "nhs")
        try await seed(largest, sizes, key)
        var measurements: [Measurement] = []
        for size in sizes {
            let (server, url) = try await installation.startReady()
            let api = PealAPI(caller: caller, url: url, key: key)
            Output.progress("one announcement to \(size) members")
            let meter = Meter(
                api: api,
                server: server,
                simulator: simulator,
                database: installation.database,
                timeLimit: timeLimit
            )
            measurements.append(
                try await meter.measure("audience of \(size)", pushes: size) {
                    try await api.submit(Self.announcement(size), idempotencyKey: nil).expect(202)
                    return nil
                }
            )
            try await server.child.stop()
        }
        return measurements
    }

    private func seed(_ largest: Int, _ sizes: [Int], _ key: String) async throws {
        let watch = Stopwatch()
        let people = (0..<largest).map { "member-\($0)" }
        let tokens = try await simulator.tokens(largest, project: "nhs")
        Output.progress("seeding \(largest) people \(isSeededDirectly ? "into the store" : "through the API")")
        if isSeededDirectly {
            let seed = try await DirectSeed(installation: installation, app: "nhs")
            try await seed.putPeople(people, tokens: tokens)
            for size in sizes { try await seed.putOrganisation("o\(size)", members: Array(people.prefix(size))) }
            try seed.close()
        } else {
            let (server, url) = try await installation.startReady()
            let seed = PublicSeed(api: PealAPI(caller: caller, url: url, key: key), concurrency: concurrency)
            try await seed.putPeople(people, tokens: tokens)
            for size in sizes { try await seed.putOrganisation("o\(size)", members: Array(people.prefix(size))) }
            try await server.child.stop()
        }
        Output.progress("seeded in \(Int(watch.seconds)) s")
    }

    private static func assigned(_ number: Int, owner: String) -> [UInt8] {
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
            }
        }
    }

    private static func announcement(_ size: Int) -> [UInt8] {
        JSONWriter.bytes { writer in
            writer.object { writer in
                writer.member("type", "announcement")
                writer.member("entity", "announcement/a\(size)")
                writer.object("entities") { writer in
                    writer.object("announcement/a\(size)") { $0.member("parent", "org/o\(size)") }
                }
                writer.object("data") { writer in
                    writer.member("title", "Meeting moved to Thursday")
                    writer.member("preview", "We meet in room 12 at three o’clock.")
                }
            }
        }
    }
}
