import PealCore
import PealStore
import Synchronization
import Testing

@testable import PealEngine

@Suite("Changes that are planned and applied")
struct ChangeStoreTests {
    @Test("A plan is made again until its guards hold, and what that one returned is the result")
    func planned() async throws {
        let store = FailingChanges(failures: 3)
        let attempts = try await store.applyPlanned(to: "shop") { attempt in ([.endPlanning(1)], attempt) }
        #expect(attempts == 3)
        #expect(store.calls == 4)
    }

    @Test("Nothing to write is not written")
    func nothing() async throws {
        let store = FailingChanges(failures: 1)
        #expect(try await store.applyPlanned(to: "shop") { _ in ([], 7) } == 7)
        #expect(store.calls == 0)
    }

    @Test("After two hundred plans the store is overloaded")
    func overloaded() async throws {
        let store = FailingChanges(failures: .max)
        let error = await #expect(throws: StoreError.self) {
            try await store.applyPlanned(to: "shop") { _ in ([.endPlanning(1)], ()) }
        }
        #expect(error?.code == .overloaded)
        #expect(store.calls == 200)
    }
}

/// Lets the guards of the first groups fail.
private final class FailingChanges: ChangeStore {
    private let failures: Int
    private let count = Mutex(0)

    init(failures: Int) { self.failures = failures }

    var calls: Int { count.withLock { $0 } }

    func apply(_ groups: [ChangeGroup]) async throws -> [GroupResult] {
        let number = count.withLock { count in
            count += 1
            return count
        }
        return groups.map { _ in number > failures ? .applied([]) : .failed([0]) }
    }

    func applyTogether(_ groups: [ChangeGroup]) async throws -> Bool {
        try await apply(groups).allSatisfy(\.isApplied)
    }
}
