import GRDB
import PealCore
import PealStore
import Testing

@testable import PealSQLite
@testable import PealTesting

@Suite("Counts that the schema keeps", .timeLimit(.minutes(2)))
struct KeptCountsTests {
    @Test("Counts go with their trigger")
    func deleted() async throws {
        try await withStore { store in
            let scene = StoreScene(store: store)
            try await scene.device("a")
            let id = try await scene.notify(["a", "b"])
            let later = scene.now + .seconds(99)
            let cut = RetentionCut(app: scene.app, inbox: later, log: later)
            for claimed in try await store.claim(now: scene.now, limit: 9, epoch: 1) {
                try await store.record([scene.result(claimed, .end(.accepted, nil), epoch: 1)])
            }
            #expect(try await store.trigger(id, app: scene.app)?.deliveries == [.accepted: 1])
            _ = try await store.sweepNotifications(cut, after: nil, limit: 9)
            #expect(try await store.trigger(id, app: scene.app)?.recipients == 0)
            _ = try await store.sweepTriggers(cut, after: nil, limit: 9)
            try await store.pool.read { db in
                for table in ["decision_count", "delivery_count", "named_user"] {
                    let count = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(table)")
                    #expect(count == 0, "\(table)")
                }
            }
        }
    }
}
