import PealCore
import PealMemory
import PealStore
import PealTesting
import Testing

@Suite("The store in memory keeps what the ports promise")
struct MemoryConformanceTests {
    @Test("A promise holds, and the event log has what was handed on", arguments: StoreConformance<MemoryStore>.cases)
    func promise(_ promise: StoreConformance<MemoryStore>.Case) async throws {
        let committed = CommittedEvents()
        let store = MemoryStore(onCommit: { committed.add($0) })
        try await promise.run(on: store)
        // Unless it was swept.
        guard case .events(let log, _) = try await store.events(after: .beginning, limit: .max) else { return }
        let handedOn = committed.asLogged
        #expect(log.count == handedOn.count)
        for (logged, event) in zip(log, handedOn) {
            #expect(logged.kind == event.kind && logged.app == event.app && logged.subject == event.subject)
            #expect(logged.user == event.user || logged.user == nil)
        }
    }
}
