import GRDB
import PealCore
import PealStore
import Testing

@testable import PealSQL
@testable import PealSQLite
@testable import PealTesting

@Suite("Claims")
struct BoundedClaimTests {
    @Test("A queue that expired as a whole ends over several transactions, and holds up no other app's deliveries (S1)")
    func expiredQueue() async throws {
        try await withStore { store in
            let scene = StoreScene(store: store)
            let crowd = CrowdedStore(scene: scene, rows: 2_400)
            try await crowd.fill()
            let late = scene.now + .seconds(7_200)
            try await scene.user("ann", app: "match")
            var device = scene.newDevice("ann", token: "t")
            device.provider = .apns
            device = try await scene.register(device, app: "match").device
            var alert = scene.submission(.users(["ann"]))
            alert.trigger.app = "match"
            alert.urgency = .critical
            try await scene.accept(alert)
            let pending = try #require(try await store.dueTriggers(now: scene.now, limit: 1).first)
            let notification = scene.notification("ann", push: .send([device.id]), expiresIn: .seconds(9_999))
            try await store.commit([
                FanOutPage(trigger: pending, notifications: [notification], cursor: "ann", isLast: true)
            ])
            let room = QueueCapacity(critical: 50, ordinary: 50)
            let budget = ClaimBudget(total: room, perApp: room, perQueue: room)
            let (first, events) = try await store.pool.write { db in
                var events = EventBatch()
                let db = SQLConnection(db, apps: AppKeys(), writes: true)
                let claim = try DeliveryClaims.claim(now: late, budget: budget, epoch: 1, &events, db)
                return (claim, events.events)
            }
            #expect(first.deliveries.map(\.app) == ["match"], "the other app's is not held up")
            #expect(first.isCut)
            #expect(first.ended < DeliveryClaims.mostEnded + 50)
            #expect(events.count { $0.kind == .deliveryEnded } == first.ended)
            #expect(try await store.claim(now: late, budget: budget, epoch: 1).isEmpty, "goes on to the end")
            let open = try await store.openCounts().filter { $0.key.provider.rawValue != "radio" }
            #expect(open.map(\.value).reduce(0, +) == 1, "the one that was leased")
        }
    }
}
