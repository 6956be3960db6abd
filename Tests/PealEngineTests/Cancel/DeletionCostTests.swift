import Foundation
import PealCore
import PealEngine
@testable import PealSQL
import PealStore
import Synchronization
import Testing

@testable import PealSQLite
@testable import PealTesting

@Suite("What deleting an entity costs")
struct DeletionCostTests {
    /// Triggers about the entity that wait for their time, those whose push is held, and how many transactions may end them.
    struct Load: Sendable, CustomTestStringConvertible {
        var waiting: Int
        var held: Int
        var transactions: Int

        var testDescription: String { "\(waiting) waiting, \(held) held" }
    }

    @Test(
        "R066: the triggers about a deleted entity end together, not one transaction after the other",
        arguments: [Load(waiting: 2_000, held: 0, transactions: 70), Load(waiting: 100, held: 150, transactions: 30)]
    )
    func transactions(_ load: Load) async throws {
        try await SQLiteStore.withDirectory { directory in
            let written = Mutex(0)
            let hooks = WriteHooks(before: {}, after: { written.withLock { $0 += 1 } })
            let path = directory.appending(path: "peal.sqlite").path
            let store = try SQLiteStore.open(path: path, mode: .production, hooks: hooks)
            let scene = StoreScene(store: store)
            try await scene.entity(scene.report)
            var triggers: [TriggerID] = []
            for number in 0..<load.held {
                triggers.append(
                    try await scene.notify([UserID("u\(number % 7)")]) { _ in (.show, .hold(until: scene.start)) }
                )
            }
            let waiting = (0..<load.waiting).map { _ in scene.submission(.users(["u0"]), dueAt: scene.start) }
            try await store.accept(waiting)
            triggers += waiting.map(\.trigger.id)

            let before = written.withLock(\.self)
            #expect(try await store.deleteEntity(scene.report, app: scene.app, now: scene.now))
            try await WithdrawFirings(store: store).finish(app: scene.app)
            #expect(written.withLock(\.self) - before <= load.transactions)

            for id in triggers { #expect(try await store.trigger(id, app: scene.app)?.status == .cancelled) }
            #expect(try await store.dueTriggers(now: scene.start, limit: 1).isEmpty)
            #expect(try await store.dueHeld(now: scene.start, limit: 1).isEmpty)
            #expect(try await store.openDeletion(app: nil) == nil)
            try store.close()
        }
    }
}
