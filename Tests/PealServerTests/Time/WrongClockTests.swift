import Foundation
import PealCore
import PealSQL
import PealSQLite
import Synchronization
import Testing

@testable import PealServer

@Suite("A server whose clock is wrong")
struct WrongClockTests {
    private static let day = ClockWorld.day

    /// Offsets from the right time.
    private static let wrong: [Duration] = [
        day * -400, Timestamp(milliseconds: 0) - SystemClock().now, day * 2, day * 5 + .seconds(60), day * 400,
        day * 1_200, day * -2, .seconds(2 * 3_600), .seconds(-2 * 3_600),
    ]

    private static func untilReady(_ world: ClockWorld, _ edge: EdgeWorld) async throws {
        try await world.until("readiness") {
            try await edge.call("GET", "/readyz", key: nil).text.contains("\"status\":\"ok\"")
        }
    }

    /// What shows that the clock is in question, and that nothing was lost; an alert that has fired does not fire again.
    private static func expectQuestion(
        _ world: ClockWorld,
        _ edge: EdgeWorld,
        isAlerted: Bool = false,
        triggers: Bool = true
    ) async throws {
        await world.untilLogged("the system clock is in question")
        if !isAlerted { await world.untilLogged("an alert fired", "rule=clock") }
        try await world.until("all loops run") { try await edge.call("GET", "/readyz", key: nil).status == 200 }
        let ready = try await edge.call("GET", "/readyz", key: nil)
        #expect(ready.status == 200 && ready.text.contains("\"status\":\"degraded\""), "\(ready.text)")
        #expect(ready.text.contains("\"clock\":false") && ready.text.contains("\"trusted\":\""), "\(ready.text)")
        let named = world.log.filter { $0.contains("the system clock is in question") }
        #expect(named.count == 1 && named[0].hasPrefix("error:") && named[0].contains("system="), "\(named)")
        let gap = try #require(try await edge.metric("peal_clock_gap_seconds"))
        #expect(gap > 3_600)
        guard triggers else { return }
        // What is accepted now is decided.
        let now = try await world.trigger(edge)
        try await world.until("a trigger of now is decided") { try await world.status(now, edge) == "done" }
        #expect(try await world.scheduledStatus(edge) == "scheduled")
    }

    @Test("that starts so deletes and sends nothing too early, says so, and goes on when it is right", arguments: wrong)
    func start(offset: Duration) async throws {
        try await ClockWorld.with { world in
            let before = try world.rows()
            try await world.serve(offset) { edge in
                try await Self.expectQuestion(world, edge)
                // Right again, and nobody says anything.
                world.jump(.zero)
                await world.untilLogged("the system clock is trusted again")
                let ready = try await edge.call("GET", "/readyz", key: nil)
                #expect(ready.text.contains("\"status\":\"ok\""), "\(ready.text)")
            }
            let after = try world.rows()
            #expect(after["device"] == before["device"] && after["user"] == before["user"])
            #expect(after["notification"] == before["notification"].map { $0 + 1 })
            #expect(after["trigger"] == before["trigger"].map { $0 + 1 })
        }
    }

    @Test(
        "that jumps while it runs does the same, also when it is stopped and started before it is right",
        arguments: [day * 2, day * -2, day * 1_200, day * -400, .seconds(4_000), .seconds(-4_000)] as [Duration]
    )
    func jump(offset: Duration) async throws {
        try await ClockWorld.with { world in
            let before = try world.rows()
            try await world.serve { edge in
                try await world.until("a first note") {
                    try await edge.call("GET", "/readyz", key: nil).text.contains("\"status\":\"ok\"")
                }
                world.jump(offset)
                try await Self.expectQuestion(world, edge)
            }
            try await world.serve(offset) { edge in
                try await Self.expectQuestion(world, edge, isAlerted: true)
            }
            try await world.serve { edge in
                #expect(try await world.scheduledStatus(edge) == "scheduled")
                try await Self.untilReady(world, edge)
            }
            #expect(try world.rows()["device"] == before["device"])
        }
    }

    @Test("is right where a correction moves it by up to an hour", arguments: [3_500, -3_500, 0, 60, -1_800])
    func correction(seconds: Int) async throws {
        try await ClockWorld.with { world in
            try await world.serve(.seconds(seconds)) { edge in
                let now = try await world.trigger(edge)
                try await world.until("a trigger of now is decided") { try await world.status(now, edge) == "done" }
                try await Self.untilReady(world, edge)
                #expect(!world.log.contains { $0.contains("in question") })
            }
        }
    }

    @Test(
        "was off for days where a key set agrees over TLS: what is due goes out, and nobody has to say anything",
        arguments: [day * 5 + .seconds(60), day * 6, day * 30] as [Duration]
    )
    func witness(offset: Duration) async throws {
        try await TimeService.with(ahead: offset) { service in
            try await ClockWorld.with { world in
                try world.write(service.rootPEM, to: "ca.pem")
                try world.configure(Self.keySet(service.port))
                try await world.serve(offset) { edge in
                    let began = ContinuousClock.now
                    try await world.until("next week") { try await world.scheduledStatus(edge) == "done" }
                    #expect(ContinuousClock.now - began < .seconds(60))
                    try await Self.untilReady(world, edge)
                    #expect(world.log.contains { $0.contains("a service agrees with the system clock") })
                }
            }
        }
    }

    /// How a server came to be behind by a time that did pass.
    enum Absence: CaseIterable {
        /// It was switched off.
        case off
        /// It ran, and then a backup was restored that is as old.
        case restored
    }

    @Test(
        "goes on by itself where a key set agrees, after two days off and with a backup of three days ago",
        arguments: zip(Absence.allCases, [2, 3])
    )
    func away(absence: Absence, days: Int) async throws {
        let time = Self.day * days
        try await TimeService.with(ahead: time) { service in
            try await ClockWorld.with { world in
                try world.write(service.rootPEM, to: "ca.pem")
                try world.configure(Self.keySet(service.port))
                let due = Mutex("")
                try await world.serve { edge in
                    let trigger = try await world.trigger(edge, after: Self.day)
                    due.withLock { $0 = trigger }
                }
                if absence == .restored {
                    let backup = world.folder.appending(path: "backup.db").path
                    _ = try DatabaseBackup.write(from: world.database, to: backup)
                    try await world.serve { edge in try await world.pass(time, edge) }
                    for suffix in ["", "-wal", "-shm"] {
                        try? FileManager.default.removeItem(atPath: world.database + suffix)
                    }
                    try FileManager.default.moveItem(atPath: backup, toPath: world.database)
                }
                try await world.serve(time) { edge in
                    let due = due.withLock { $0 }
                    try await world.until("what was due yesterday") { try await world.status(due, edge) == "done" }
                    try await Self.untilReady(world, edge)
                    #expect(world.log.contains { $0.contains("a service agrees with the system clock") })
                    #expect(try await world.scheduledStatus(edge) == "scheduled")
                }
            }
        }
    }

    @Test("that is accepted does what the same time does when it passes", arguments: [6, 20])
    func asTimePasses(days: Int) async throws {
        let time = Self.day * days
        func left(isAccepted: Bool) async throws -> (rows: [String: Int], devices: [DeviceState]) {
            let rows = Mutex([String: Int]())
            let devices = Mutex([DeviceState]())
            try await ClockWorld.with { world in
                try await world.serve(isAccepted ? time : .zero) { edge in
                    if isAccepted {
                        try await Self.expectQuestion(world, edge, triggers: false)
                        try await world.store { try await $0.acceptClock(at: SystemClock().now + time) }
                    } else {
                        try await world.pass(time, edge)
                    }
                    try await world.until("next week") { try await world.scheduledStatus(edge) == "done" }
                    try await Self.untilReady(world, edge)
                    #expect(isAccepted || !world.log.contains { $0.contains("in question") })
                }
                let counted = try world.rows()
                let states = try await world.store { try await $0.devices(of: "ann", app: "shop").map(\.state) }
                rows.withLock { $0 = counted }
                devices.withLock { $0 = states }
            }
            return (rows.withLock { $0 }, devices.withLock { $0 })
        }
        let (accepted, passed) = (try await left(isAccepted: true), try await left(isAccepted: false))
        #expect(accepted.rows == passed.rows)
        #expect(accepted.devices == passed.devices)
    }

    @Test(
        "stays in question for a key set that says another time, nor for one whose certificate is not trusted",
        arguments: [(Duration.zero, true), (day * 5, true), (day * 6 + .seconds(400), true), (day * 6, false)]
    )
    func against(ahead: Duration, isTrusted: Bool) async throws {
        try await TimeService.with(ahead: ahead) { service in
            try await ClockWorld.with { world in
                try world.write(service.rootPEM, to: "ca.pem")
                try world.configure(Self.keySet(service.port, isTrusted: isTrusted))
                try await world.serve(Self.day * 6) { edge in
                    try await Self.expectQuestion(world, edge)
                    guard isTrusted else { return }
                    try await world.until("both times") {
                        try await edge.call("GET", "/readyz", key: nil).text.contains("\"witness\":\"")
                    }
                }
            }
        }
    }

    @Test("goes on by an operator's word, whether the server runs or not", arguments: [true, false])
    func accepted(isRunning: Bool) async throws {
        try await ClockWorld.with { world in
            let offset = Self.day * 6
            if !isRunning {
                try await world.store { try await $0.acceptClock(at: SystemClock().now + offset) }
            }
            try await world.serve(offset) { edge in
                if isRunning {
                    try await Self.expectQuestion(world, edge)
                    try await world.store { try await $0.acceptClock(at: SystemClock().now + offset) }
                }
                try await world.until("the trigger of next week") { try await world.scheduledStatus(edge) == "done" }
                try await Self.untilReady(world, edge)
            }
        }
    }

    @Test("and was accepted far ahead, forgets no device in its first sweep, and deletes what is past its retention")
    func acceptedFarAhead() async throws {
        try await ClockWorld.with { world in
            try await world.serve(Self.day * 1_200) { edge in
                try await Self.expectQuestion(world, edge)
                try await world.store { try await $0.acceptClock(at: SystemClock().now + Self.day * 1_200) }
                try await world.until("the device is stale") {
                    try await world.store { try await $0.devices(of: "ann", app: "shop").map(\.state) } == [.stale]
                }
                // The one of the trigger of next week, which is shown now; the others are past their retention.
                try await world.until("the inbox is swept") { try world.rows()["notification"] == 1 }
            }
            let devices = try await world.store { try await $0.devices(of: "ann", app: "shop") }
            #expect(devices.count == 1)
        }
    }

    private static func keySet(_ port: Int, isTrusted: Bool = true) -> String {
        let roots = isTrusted ? ", caFile: ca.pem" : ""
        let host = "127.0.0.1:\(port)"
        return "{jwt: {jwksUrl: \"https://\(host)/keys\", allow: [\"\(host)\"], algorithms: [RS256]\(roots)}}"
    }
}
