import PealCore
import PealSQL
import Synchronization
import Testing

@testable import PealEngine

@Suite("A noisy app and another one's alerts (S1)", .serialized)
struct NoisyAppTests {
    private static func populate(_ world: PipelineWorld, users: Int, triggers: Int) async throws {
        try await world.addUsers(users, app: "farm")
        for number in 0..<triggers {
            var draft = PipelineWorld.draft("noise-\(number)")
            draft.audience = .all
            _ = try await world.intake.submit([draft], app: "farm")[0].get()
        }
        try await world.addUserWithDevice("ann", app: "shop")
        try await world.addUserWithDevice("bob", app: "shop")
    }

    private static func send(_ type: TypeID, to user: UserID, _ world: PipelineWorld) async throws -> TriggerID {
        var draft = PipelineWorld.draft("\(type)-\(user)", type: type)
        draft.audience = .users([user])
        guard case .accepted(let id) = try await world.intake.submit([draft], app: "shop")[0].get().acceptance else {
            throw CancellationError()
        }
        return id
    }

    private static func decided(_ world: PipelineWorld, _ id: TriggerID) async throws -> Int {
        try #require(try await world.store.trigger(id, app: "shop")).recipients
    }

    @Test("One round decides another app's alert and its plain pushes, and no more than its share of the noise")
    func oneRound() async throws {
        try await PipelineWorld.with(apps: ["farm", "shop"]) { world in
            try await Self.populate(world, users: 60, triggers: 200)
            for _ in 0..<3 { _ = try await world.fanOut.slice() }
            let alert = try await Self.send("recall", to: "ann", world)
            let plain = try await Self.send("shipped", to: "bob", world)
            let before = try await world.decisionCount()
            _ = try await world.fanOut.slice()
            #expect(try await Self.decided(world, alert) == 1)
            #expect(try await Self.decided(world, plain) == 1)
            let round = try await world.decisionCount() - before
            #expect(round <= SlicePace.most + SlicePace.widest * SliceShares.least(of: SlicePace.most))
            #expect(round > 2, "the noisy app goes on")
        }
    }

    @Test("With all loops running, an alert is pushed within a few rounds, long before the noise is over")
    func running() async throws {
        let reached = WakeUp()
        let pages = Mutex<(before: Int, after: Int)>((0, 0))
        let counter = Mutex<PipelineMetrics?>(nil)
        try await PipelineWorld.with(
            apps: ["farm", "shop"],
            answer: { _ in
                let now = counter.withLock { $0?.fanOutPages.count ?? 0 }
                pages.withLock { $0.after = now }
                reached.fire()
                return .accepted(receipt: "r")
            }
        ) { world in
            counter.withLock { $0 = world.metrics }
            // None of the noisy app's users has a device: the first push is the alert's.
            try await Self.populate(world, users: 150, triggers: 160)
            try await world.running {
                while world.metrics.fanOutPages.count < SlicePace.widest {
                    let version = world.work.progress.version
                    if world.metrics.fanOutPages.count < SlicePace.widest {
                        await world.work.progress.wait(after: version)
                    }
                }
                let version = reached.version
                pages.withLock { $0.before = world.metrics.fanOutPages.count }
                _ = try await Self.send("recall", to: "ann", world)
                await reached.wait(after: version)
            }
            let (before, after) = pages.withLock { $0 }
            #expect(after - before <= 4 * SlicePace.widest, "\(after - before) pages were written before it")
            #expect(try await world.decisionCount() < 150 * 160, "the noise was over before")
        }
    }

    @Test("A round that takes too long makes the next one shorter, and a quick one longer again")
    func pace() {
        var pace = SlicePace()
        #expect(pace.size == SlicePace.most)
        pace.note(512, in: SlicePace.longest - .milliseconds(1))
        #expect(pace.size == 512)
        pace.note(512, in: SlicePace.longest + .milliseconds(1))
        #expect(pace.size == 256)
        pace.note(1, in: .milliseconds(900))
        #expect(pace.size == 256, "a stall of the disk says nothing of recipients")
        pace.note(SlicePace.fewest, in: .seconds(1))
        #expect(pace.size == 256, "the shortest slice is no longer: single triggers would each pay for a slice")
        for _ in 0..<9 { pace.note(200, in: .seconds(1)) }
        #expect(pace.size == SlicePace.fewest)
        #expect(pace.width == SlicePace.fewest)
        for _ in 0..<9 { pace.note(10, in: SlicePace.longest / 3) }
        #expect(pace.size == SlicePace.most)
        #expect(pace.width == SlicePace.widest)
    }

    private static func pending(
        _ app: AppID,
        _ urgency: Priority = .normal,
        isBegun: Bool = false
    ) -> PendingTrigger {
        PendingTrigger(
            trigger: Trigger(
                id: TriggerID(UUIDv7(milliseconds: 1, random: (0, 1))),
                app: app,
                type: "t",
                audience: .all,
                data: [:],
                dueAt: PipelineWorld.start,
                acceptedAt: PipelineWorld.start,
                catalogVersion: 1
            ),
            sealedData: [],
            parent: nil,
            cursor: isBegun ? "p" : nil,
            urgency: urgency
        )
    }

    /// What is due, and how many recipients each has in the third round.
    private static let due: [([PendingTrigger], [Int])] = [
        ([], []), ([pending("a")], [500]), ([pending("a"), pending("a", isBegun: true)], [256, 256]),
        ([pending("a", isBegun: true), pending("a", isBegun: true)], [256, 256]),
        ([pending("a"), pending("a"), pending("b")], [128, 128, 256]),
        ([pending("a", .critical), pending("b")], [384, 128]), ([pending("a", .critical)], [500]),
    ]

    @Test("Apps have equal shares of a round, and critical triggers most of it", arguments: due)
    func shares(_ due: [PendingTrigger], _ limits: [Int]) { #expect(SliceShares.limits(due, slice: 3) == limits) }

    @Test("A round is bounded whatever is due, and of many that are in flight each has its turn")
    func turns() {
        let crowd = (0..<64).map { Self.pending(AppID("a\($0 % 7)"), $0 % 5 == 0 ? .critical : .low) }
        #expect(SliceShares.limits(crowd).reduce(0, +) <= SlicePace.most + 64 * SliceShares.least(of: SlicePace.most))
        let short = (0..<SlicePace.fewest).map { _ in Self.pending("a") }
        #expect(SliceShares.limits(short, recipients: SlicePace.fewest).reduce(0, +) == SlicePace.fewest)

        // Twenty in flight: four have a whole page in a round, and all of them after five rounds.
        let underWay = (0..<20).map { _ in Self.pending("a", isBegun: true) }
        var served = Array(repeating: 0, count: 20)
        for round in 7..<12 {
            let limits = SliceShares.limits(underWay, slice: round)
            #expect(limits.filter { $0 > 0 } == [128, 128, 128, 128])
            for (index, limit) in limits.enumerated() { served[index] += limit }
        }
        #expect(served.allSatisfy { $0 == 128 })
    }
}

extension PipelineWorld {
    /// How many decisions there are of all apps.
    fileprivate func decisionCount() async throws -> Int {
        var count = 0
        for app in ["farm", "shop"] as [AppID] {
            let page = try await store.triggers(app: app, filter: TriggerFilter(), page: PageRequest(limit: 200))
            count += page.items.reduce(0) { $0 + $1.recipients }
        }
        return count
    }
}
