import PealCore
import PealEngine
import PealSQL
import PealSQLite
import PealStore
import Testing

@testable import PealTesting

@Suite("Silent sync pushes are planned from the event log")
struct PlanSyncPushesTests {
    /// A user with two phones that show a notification, which is then read on the first.
    private static func read(
        _ body: (StoreScene<SQLiteStore>, _ read: DeviceID, _ other: DeviceID) async throws -> Void
    )
        async throws
    {
        try await SQLiteStore.withTemporary { store in
            let scene = StoreScene(store: store)
            let first = try await scene.device("a", token: "one")
            let second = try await scene.device("a", token: "two")
            try await scene.notify(["a"])
            let claimed = try await store.claim(now: scene.now, limit: 9, epoch: 1)
            try await store.record(claimed.map { scene.result($0, .end(.accepted, nil), epoch: 1) })
            let act = InboxAct(now: scene.now, device: first.id)
            _ = try await store.mark(
                try #require(claimed.first).id.notification,
                of: "a",
                app: scene.app,
                as: .read,
                by: act
            )
            try await body(scene, first.id, second.id)
        }
    }

    private static func claim(_ scene: StoreScene<SQLiteStore>) async throws -> [ClaimedSync] {
        let room = QueueCapacity(critical: 9, ordinary: 9)
        let budget = ClaimBudget(total: room, perApp: room, perQueue: room)
        return try await scene.store.claimSyncs(now: scene.now, budget: budget, epoch: 1)
    }

    @Test("What is not read yet is work, and the push wakes delivery by its event")
    func work() async throws {
        try await Self.read { scene, _, other in
            #expect(try await scene.store.hasWork(now: scene.now))
            let before = try await scene.store.endOfEvents()
            try await scene.sync()
            let events = try await scene.events(after: before)
            #expect(events == [Event(.syncPlanned, app: scene.app, user: "a", .device(other))])
            let pushes = try await Self.claim(scene)
            #expect(pushes.map(\.device) == [other] && pushes.first?.cleared.count == 1)
        }
    }

    @Test("A page that is read twice makes one push: the second is not written")
    func replay() async throws {
        try await Self.read { scene, _, other in
            let move = ReaderMove(of: .syncPushes, from: nil, to: try await scene.store.endOfEvents())
            let push = SyncPush(
                user: "a",
                device: other,
                provider: .fcm,
                cleared: [],
                carriesBadge: true,
                dueAt: scene.now,
                expiresAt: scene.now + .seconds(9)
            )
            let group = ChangeGroup(app: scene.app, [.moveReader(move), .sync(push)])
            #expect(try await scene.store.apply([group, group]).map(\.isApplied) == [true, false])
            #expect(try await Self.claim(scene).count == 1)
            try await scene.sync()
            #expect(try await Self.claim(scene).isEmpty, "the events before the cursor are read")
        }
    }

    @Test("A device that left, and a user who was erased, receive none", arguments: [false, true])
    func gone(isErased: Bool) async throws {
        try await Self.read { scene, _, other in
            if isErased {
                _ = try await scene.store.eraseUser("a", app: scene.app, now: scene.now)
            } else {
                #expect(try await scene.store.revoke(other, of: "a", app: scene.app, now: scene.now))
            }
            try await scene.sync()
            #expect(try await Self.claim(scene).isEmpty)
            if isErased { #expect(try await !scene.store.hasWork(now: scene.now)) }
        }
    }

    @Test("A reader whose events were deleted goes on at the end of the log")
    func resync() async throws {
        try await Self.read { scene, _, _ in
            let lost = EventCursor(row: 1_000)
            try await scene.store.keep(lost, of: .syncPushes)
            try await scene.sync()
            let end = try await scene.store.endOfEvents()
            #expect(try await scene.store.cursor(of: .syncPushes) == end)
            #expect(try await Self.claim(scene).isEmpty)
        }
    }

    @Test("The log waits for the reader from its first step on, also before anybody has read anything")
    func first() async throws {
        try await SQLiteStore.withTemporary { store in
            let scene = StoreScene(store: store)
            try await scene.sync()
            for token in ["one", "two"] { try await scene.device("a", token: token) }
            try await scene.notify(["a"])
            let claimed = try await store.claim(now: scene.now, limit: 9, epoch: 1)
            try await store.record(claimed.map { scene.result($0, .end(.accepted, nil), epoch: 1) })
            for seconds in [0, 3_600] as [Int64] {
                _ = try await store.sweepEvents(now: scene.now + .seconds(seconds), limit: 1_000)
            }
            _ = try await store.markAll(of: "a", app: scene.app, as: .seen, now: scene.now)
            try await scene.sync()
            #expect(try await Self.claim(scene).count == 2)
        }
    }

    @Test("Events of other kinds move the cursor only when there are very many")
    func gap() async throws {
        try await SQLiteStore.withTemporary { store in
            let scene = StoreScene(store: store)
            try await scene.sync()
            let begin = try await store.endOfEvents()
            #expect(try await store.cursor(of: .syncPushes) == begin)
            for number in 0..<600 { try await scene.user(UserID("u\(number)")) }
            try await scene.sync()
            #expect(try await store.cursor(of: .syncPushes) == begin)
            for number in 600..<1_000 { try await scene.user(UserID("u\(number)")) }
            try await scene.sync()
            let end = try await store.endOfEvents()
            #expect(try await store.cursor(of: .syncPushes) == end)
        }
    }
}
