import GRDB
import PealCore
import PealStore
import Testing

@testable import PealSQL
@testable import PealSQLite
@testable import PealTesting

@Suite("What is due for a round")
struct DueDecisionsTests {
    @Test("A damaged trigger keeps no other step from its work")
    func damaged() async throws {
        try await withStore { store in
            let scene = StoreScene(store: store)
            try await scene.user("a")
            try await scene.notify(["a"]) { _ in (.show, .hold(until: scene.now)) }
            try await scene.accept(scene.submission(.users(["a"])))
            try await store.pool.write { db in
                try db.execute(sql: "UPDATE trigger SET audience = '{' WHERE fan_out = 'waiting'")
            }
            let due = try await store.dueDecisions(now: scene.now, limit: 9, after: nil)
            #expect(due.appsWithDueHeld == [scene.app])
            #expect(throws: StoreError.self) { try due.triggers.get() }
        }
    }
}
