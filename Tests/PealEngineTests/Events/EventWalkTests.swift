import PealCore
import PealSQL
import PealSQLite
import Testing

@testable import PealEngine
@testable import PealTesting

@Suite("Readers of the event log write each page once")
struct EventWalkTests {
    @Test("Of two that read the same page at the same time, one writes it", arguments: [true, false])
    func race(hasCursor: Bool) async throws {
        try await SQLiteStore.withTemporary { store in
            let scene = StoreScene(store: store)
            if hasCursor { try await store.keep(.beginning, of: .analytics) }
            try await scene.device("a", token: "one")
            let walk = EventWalk(store: store, reader: .analytics, kinds: Set(EventKind.allCases))
            let key = AnalyticsKey(.sent, category: "status", channel: .push, priority: .low)
            let batch = scene.batch(counts: [AnalyticsHour(of: scene.now): [key: 1]])
            let groups = [ChangeGroup(app: scene.app, [.keepAnalytics(batch)])]
            let isRead = try await walk.step { events in
                #expect(!events.isEmpty)
                // The other one reads and writes while this one plans.
                let isOtherRead = try await walk.step { _ in groups }
                #expect(isOtherRead)
                return groups
            }
            #expect(isRead)
            let all = AnalyticsHour(number: 0)..<AnalyticsHour(number: .max)
            #expect(try await store.analyticsCounts(of: scene.app, within: all) == [key: 1])
            let end = try await store.endOfEvents()
            #expect(try await store.cursor(of: .analytics) == end)
        }
    }
}
