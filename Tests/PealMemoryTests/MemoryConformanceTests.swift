import PealCore
import PealMemory
import PealStore
import PealTesting
import Testing

@Suite("The store in memory keeps what the ports promise", .timeLimit(.minutes(5)))
struct MemoryConformanceTests {
    @Test("A promise holds", arguments: StoreConformance<MemoryStore>.cases)
    func promise(_ promise: StoreConformance<MemoryStore>.Case) async throws {
        try await promise.run(on: MemoryStore())
    }
}
