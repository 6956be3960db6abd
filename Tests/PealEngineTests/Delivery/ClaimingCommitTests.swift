import GRDB
import PealCore
import PealProviderKit
@testable import PealSQL
import PealStore
import PealTesting
import ServiceLifecycle
import Synchronization
import Testing

@testable import PealEngine
@testable import PealSQLite

@Suite("A transaction that decides pushes leases them, too")
struct ClaimingCommitTests {
    /// A push to some users, decided.
    @discardableResult
    private static func push(
        _ transition: String,
        of type: TypeID = "shipped",
        to users: [UserID],
        _ world: PipelineWorld
    ) async throws -> TriggerID {
        var draft = PipelineWorld.draft(transition, type: type)
        draft.audience = .users(users)
        guard case .accepted(let id) = try await world.intake.submit([draft], app: "shop")[0].get().acceptance else {
            throw CancellationError()
        }
        _ = try await world.fanOut.slice()
        return id
    }

    private static func states(_ world: PipelineWorld) async throws -> [DeliveryState?] {
        try await world.store.pool.read { db in
            try Row.fetchAll(db, sql: "SELECT \(DeliveryState.column(of: "d")) FROM delivery d ORDER BY d.due_at").map {
                DeliveryState(rawValue: $0[0])
            }
        }
    }

    @Test("They count as in flight at once, and the loop sends them without a claim of its own")
    func handedOver() async throws {
        try await PipelineWorld.with { world in
            for user in ["ann", "bob"] { try await world.addUserWithDevice(user) }
            let epoch = try #require(await world.delivery.begin())
            world.delivery.handOver(to: epoch)
            try await Self.push("t1", to: ["ann", "bob"], world)
            #expect(try await Self.states(world) == [.sending, .sending])
            #expect(world.queues.statuses.map(\.inFlight) == [2])
            #expect(try await world.store.claim(now: world.clock.now, limit: 9, epoch: epoch).isEmpty)
            let batches = try #require(try await world.delivery.claim(epoch, now: world.clock.now))
            #expect(batches.flatMap(\.items).count == 2)
            for batch in batches { await world.delivery.deliver(batch, epoch) }
            #expect(world.provider.sent.count == 2)
            #expect(world.queues.statuses.map(\.inFlight) == [0])
            #expect(try await world.delivery.claim(epoch, now: world.clock.now)?.isEmpty == true)
        }
    }

    @Test("A push takes three transactions: accepted, decided and leased, ended")
    func transactions() async throws {
        let count = Mutex(0)
        try await PipelineWorld.with { world in
            try await world.addUserWithDevice("ann")
            let epoch = try #require(await world.delivery.begin())
            world.delivery.handOver(to: epoch)
            let committed: @Sendable (Duration) -> Void = { _ in count.withLock { $0 += 1 } }
            world.store.observeCommits(CommitObserver(uptime: { .zero }, committed: committed, repeated: {}))
            try await Self.push("t1", to: ["ann"], world)
            for batch in try #require(try await world.delivery.claim(epoch, now: world.clock.now)) {
                await world.delivery.deliver(batch, epoch)
            }
            #expect(world.provider.sent.count == 1)
            #expect(count.withLock(\.self) == 3)
        }
    }

    @Test("What its queue holds already goes first")
    func order() async throws {
        try await PipelineWorld.with(maximumInFlight: 4) { world in
            for user in ["ann", "bob", "cleo"] { try await world.addUserWithDevice(user) }
            let epoch = try #require(await world.delivery.begin())
            try await Self.push("t1", to: ["ann"], world)
            world.clock.advance(by: .seconds(1))
            world.delivery.handOver(to: epoch)
            // One slot of two is for critical pushes.
            try await Self.push("t2", to: ["bob"], world)
            let batches = try #require(try await world.delivery.claim(epoch, now: world.clock.now))
            #expect(batches.flatMap(\.items).map(\.userID) == ["ann"])
            #expect(try await Self.states(world) == [.sending, .pending])
            // The room was used up: what waits is the loop's, and nothing is leased beside it.
            try await Self.push("t3", to: ["cleo"], world)
            #expect(try await Self.states(world) == [.sending, .pending, .pending])
        }
    }

    @Test("A delivery that cannot be read keeps no decision from being written, and the loop is told to look")
    func damaged() async throws {
        try await PipelineWorld.with { world in
            for user in ["ann", "bob"] { try await world.addUserWithDevice(user) }
            let epoch = try #require(await world.delivery.begin())
            try await Self.push("t1", to: ["ann"], world)
            try await world.store.pool.write { db in
                try db.execute(sql: "PRAGMA ignore_check_constraints = ON; UPDATE notification SET rank = 99")
            }
            world.delivery.handOver(to: epoch)
            let version = world.work.deliverable.version
            try await Self.push("t2", to: ["bob"], world)
            #expect(try await Self.states(world) == [.pending, .pending])
            #expect(world.work.deliverable.version > version)
            await #expect(throws: StoreError.self) { try await world.delivery.claim(epoch, now: world.clock.now) }
        }
    }

    @Test("What waits behind an earlier push of its entity gives its slot back")
    func setAside() async throws {
        try await PipelineWorld.with(answer: { _ in .unavailable(reason: "503", retryAfter: nil) }) { world in
            try await world.addUserWithDevice("ann")
            let epoch = try #require(await world.delivery.begin())
            world.delivery.handOver(to: epoch)
            try await Self.push("t1", of: "moved", to: ["ann"], world)
            for batch in await world.delivery.handedOver(epoch, now: world.clock.now) {
                await world.delivery.deliver(batch, epoch)
            }
            try await Self.push("t2", of: "moved", to: ["ann"], world)
            #expect(world.queues.statuses.map(\.inFlight) == [1])
            #expect(await world.delivery.handedOver(epoch, now: world.clock.now).isEmpty)
            #expect(world.queues.statuses.map(\.inFlight) == [0])
            #expect(world.provider.sent.count == 1)
            // Nor does it count as unanswered: a queue that probes waits for no answer to it.
            for number in 0..<30 where !world.queues.statuses.allSatisfy(\.isBroken) {
                try await Self.push("s\(number)", to: ["ann"], world)
                for batch in await world.delivery.handedOver(epoch, now: world.clock.now) {
                    await world.delivery.deliver(batch, epoch)
                }
            }
            let holds = world.queues.holds(now: world.clock.now)
            world.clock.set(try #require(holds.values.first?.until))
            #expect(try await world.delivery.claim(epoch, now: world.clock.now)?.flatMap(\.items).count == 1)
        }
    }

    @Test("What waited for a user is looked at together, whatever its push service: one summary, no single push")
    func twoServices() async throws {
        let apns = ScriptedProvider(.apns)
        try await PipelineWorld.with(others: [apns]) { world in
            for user in ["ann", "bob"] { try await world.addUserWithDevice(user) }
            try await world.addUserWithDevice("ann", token: "tablet", provider: .apns)
            let epoch = try #require(await world.delivery.begin())
            for number in 1...4 { try await Self.push("t\(number)", of: "news", to: ["ann"], world) }
            // Two notifications for each of the devices: neither service alone has too many.
            try await world.store.pool.write { db in
                try db.execute(
                    sql: """
                        DELETE FROM delivery WHERE (provider = 'apns')
                            = (notification_id IN (SELECT id FROM notification ORDER BY id LIMIT 2))
                        """
                )
            }
            world.clock.advance(by: .seconds(60))
            world.delivery.handOver(to: epoch)
            try await Self.push("t5", to: ["bob"], world)
            while let batches = try await world.delivery.claim(epoch, now: world.clock.now), !batches.isEmpty {
                for batch in batches { await world.delivery.deliver(batch, epoch) }
            }
            #expect(Set(world.provider.sent.map(\.body)) == ["Lamp is on its way", "4 new ones"])
            #expect(apns.sent.allSatisfy { $0.body == "4 new ones" })
        }
    }

    @Test(
        "What comes due while the loop claims is sent at its time, without anybody waking the loop",
        .timeLimit(.minutes(1)),
        arguments: 0..<40
    )
    func dueMeanwhile(milliseconds: Int) async throws {
        // A clock that goes on by a millisecond whenever it is read.
        let ticks = Mutex<Int64>(0)
        let flow = VirtualClock.Flow(
            now: {
                Timestamp(
                    milliseconds: ticks.withLock {
                        $0 += 1; return $0
                    }
                )
            },
            sleep: { duration in ticks.withLock { $0 += Int64(duration / .milliseconds(1)) } }
        )
        let sent = WakeUp()
        try await PipelineWorld.with(
            clock: VirtualClock(at: PipelineWorld.start, flow: flow),
            answer: { _ in
                sent.fire()
                return .accepted(receipt: nil)
            }
        ) { world in
            try await world.addUserWithDevice("ann")
            try await Self.push("t1", to: ["ann"], world)
            let due = world.clock.now + .milliseconds(milliseconds)
            try await world.store.pool.write { db in
                try db.execute(sql: "UPDATE delivery SET due_at = ?", arguments: [due.milliseconds])
            }
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask { try await world.delivery.run() }
                await sent.wait(after: 0)
                tasks.cancelAll()
                try await tasks.waitForAll()
            }
            #expect(world.provider.sent.count == 1)
        }
    }

    @Test("However decisions and the end of the loop fall together, nothing that was leased is left behind")
    func shutdown() async throws {
        let begun = WakeUp()
        try await PipelineWorld.with(
            answer: { _ in
                begun.fire()
                return .accepted(receipt: nil)
            }
        ) { world in
            try await world.addUserWithDevice("ann")
            try await Self.push("t0", to: ["ann"], world)
            let services = ServiceGroup(services: [world.delivery], logger: world.decisions.dependencies.logger)
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask { try await services.run() }
                await begun.wait(after: 0)
                tasks.addTask {
                    for number in 1...20 { try await Self.push("t\(number)", to: ["ann"], world) }
                }
                await services.triggerGracefulShutdown()
                try await tasks.waitForAll()
            }
            let states = try await Self.states(world)
            #expect(states.count == 21 && states.first == .accepted)
            #expect(!states.contains(.sending))
            #expect(world.provider.sent.count == states.count { $0 == .accepted })
        }
    }

    @Test("One claims at a time: while the loop does, decisions are written without a claim, and the other way round")
    func turns() {
        let wakeUp = WakeUp()
        let turns = ClaimTurns(deliverable: wakeUp)
        #expect(turns.takeForDecisions() == nil, "the loop has not begun")
        turns.open(7)
        #expect(turns.take())
        #expect(turns.takeForDecisions() == nil)
        turns.end()
        #expect(turns.takeForDecisions() == 7)
        #expect(!turns.take())
        let news = turns.news
        let batch = QueueBatch<ClaimedDelivery>(queue: QueueKey(app: "shop", provider: .fcm), items: [], claim: 1)
        turns.end(handingOver: [batch], at: PipelineWorld.start, isFull: false)
        #expect(wakeUp.version == 1 && turns.news == news, "the loop is woken, and has no reason to claim")
        #expect(turns.takeHandedOver().count == 1 && turns.takeHandedOver().isEmpty)
        #expect(turns.takeForDecisions() == nil, "the loop wanted the turn and is next")
        #expect(turns.take())
        turns.end()
        #expect(turns.takeForDecisions() == 7)
        turns.end(handingOver: [], at: PipelineWorld.start, isFull: false)
        #expect(turns.news == news + 1, "nothing was leased: the loop looks itself")
        turns.noteFull(true)
        #expect(turns.takeForDecisions() == nil, "what waits goes first")
        #expect(!turns.close())
        turns.noteFull(false)
        #expect(turns.takeForDecisions() == nil)
    }
}
