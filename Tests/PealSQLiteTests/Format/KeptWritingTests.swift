import GRDB
import PealCore
import PealSQL
import PealStore
import Testing

@testable import PealSQLite
@testable import PealTesting

@Suite("Writing to kept databases", .timeLimit(.minutes(2)))
struct KeptWritingTests {
    @Test("A user is put, notified and erased next to what was kept", arguments: KeptDatabase.all)
    func notify(_ kept: KeptDatabase) async throws {
        try await kept.withStore { store in
            let scene = StoreScene(store: store)
            let (app, later) = (scene.app, scene.now + .seconds(86_400))
            #expect(try await store.beginEpoch() == 2)
            _ = try await store.putUser(User(id: "new", createdAt: later, updatedAt: later), app: app)
            var phone = scene.newDevice("new", token: "token-of-new")
            phone.id = Self.id(later, 1)
            _ = try await scene.register(phone)
            _ = try await store.updatePreferences(of: "new", app: app, now: later) { choices in
                choices.global["push"] = .init(true, at: later)
            }

            var submission = scene.submission(.users(["new", "ann"]), dueAt: later)
            (submission.trigger.id, submission.trigger.acceptedAt) = (Self.id(later, 2), later)
            #expect(try await store.accept([submission]) == [.accepted(submission.trigger.id)])
            let due = try await store.dueTriggers(now: later, limit: 99)
            let pending = try #require(due.first { $0.trigger.id == submission.trigger.id })
            let page = try await store.recipients(of: pending, ownedTypes: ["event"], limit: 9)
            #expect(page.recipients.map(\.userID) == ["ann", "new"])
            let decisions = page.recipients.enumerated().map { index, recipient in
                var new = scene.notification(recipient.userID, push: .send(recipient.devices.map(\.id)))
                new.id = Self.id(later, UInt64(3 + index))
                (new.createdAt, new.expiresAt) = (later, later + .seconds(3_600))
                return new
            }
            try await store.commit([
                FanOutPage(trigger: pending, notifications: decisions, cursor: "new", isLast: true)
            ])

            let claimed = try await store.claim(now: later, limit: 99, epoch: 2).filter { $0.userID == "new" }
            #expect(claimed.map(\.id) == [DeliveryID(notification: Self.id(later, 4), device: phone.id)])
            try await store.record(claimed.map { scene.result($0, .end(.accepted, nil), epoch: 2) })
            #expect(try await scene.inbox("new").map(\.deliveryStates) == [[.accepted]])
            _ = try await store.mark(Self.id(later, 4), of: "new", app: app, as: .read, now: later)
            #expect(try await store.counts(of: "new", app: app).unread == 0)
            #expect(try await store.eraseUser("new", app: app, now: later) != nil)
            let damage = try await store.pool.read { db in try KeptDatabase.damage(db) }
            #expect(damage == [])
        }
    }

    /// An identifier that no kept row has.
    private static func id<Kind: IDKind>(_ now: Timestamp, _ number: UInt64) -> ID<Kind> {
        ID(UUIDv7(milliseconds: UInt64(now.milliseconds), random: (number, number)))
    }
}
