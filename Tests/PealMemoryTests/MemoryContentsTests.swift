import PealCore
import PealStore
import PealTesting
import Synchronization
import Testing

@testable import PealMemory

@Suite("What a store in memory holds is a value")
struct MemoryContentsTests {
    private let app: AppID = "reports"
    private let now = Timestamp(seconds: 1_800_000_000)

    private func user(_ id: UserID) -> User { User(id: id, createdAt: now, updatedAt: now) }

    @Test("A copy is the state at an instant, and another store goes on from it")
    func copy() async throws {
        let store = MemoryStore()
        _ = try await store.putUser(user("a"), app: app)
        let copy = store.contents
        _ = try await store.putUser(user("b"), app: app)
        let other = MemoryStore(copy)
        #expect(try await other.user("a", app: app) != nil)
        #expect(try await other.user("b", app: app) == nil)
        #expect(try await other.endOfEvents() == EventCursor(row: 2))
        #expect(try await store.endOfEvents() == EventCursor(row: 3))
    }

    @Test("Hooks see what a write has not changed yet, and what it has")
    func hooks() async throws {
        let seen = Mutex<[Int]>([])
        let holder = Mutex<MemoryStore?>(nil)
        @Sendable func note() {
            let count = holder.withLock { $0?.contents["reports"].users.count }
            seen.withLock { $0.append(count ?? 0) }
        }
        let store = MemoryStore(hooks: MemoryStore.Hooks(before: note, after: note))
        holder.withLock { $0 = store }
        for id: UserID in ["a", "b"] { _ = try await store.putUser(user(id), app: app) }
        #expect(seen.withLock { $0 } == [0, 1, 1, 2])
    }

    @Test("A group that fails leaves nothing, and its neighbours are written")
    func groups() async throws {
        let store = MemoryStore()
        let scene = try await Self.trigger(in: store, app, now)
        let move = Change.moveTrigger(scene, from: now, to: TriggerTime(dueAt: now + .seconds(1), digestUntil: nil))
        let results = try await store.apply([
            ChangeGroup(app: app, [move]), ChangeGroup(app: app, [.releaseClaim(scene, remembering: true), move]),
        ])
        #expect(results == [.applied([]), .failed([1])])
        #expect(store.contents[app].triggers[scene]?.claimUntil == nil)
        #expect(store.contents[app].holder(of: "k", at: now) == scene)
    }

    private static func trigger(in store: MemoryStore, _ app: AppID, _ now: Timestamp) async throws -> TriggerID {
        let trigger = Trigger(
            id: TriggerID(UUIDv7(milliseconds: UInt64(now.milliseconds), random: (1, 1))),
            app: app,
            type: "assigned",
            audience: .all,
            data: [:],
            dueAt: now,
            acceptedAt: now,
            catalogVersion: 1
        )
        let claim = TriggerSubmission.Claim(key: "k", expiresAt: nil)
        _ = try await store.accept(
            [TriggerSubmission(trigger: trigger, sealedData: [1], entities: [], claim: claim)],
            answer: nil
        )
        return trigger.id
    }
}
