import PealCore
import PealSQL
import Synchronization
import Testing

@testable import PealEngine

@Suite("A page that cannot be written")
struct UnwritablePageTests {
    @Test("It keeps no other page of its slice from being written, and its error is thrown")
    func neighbours() async throws {
        try await PipelineWorld.with { world in
            for name in ["ann", "bob", "cleo"] { try await world.addUserWithDevice(name) }
            var ids: [TriggerID] = []
            for name in ["ann", "bob", "cleo"] {
                let draft = PipelineWorld.draft("t-\(name)", owner: name)
                let answers = try await world.intake.submit([draft], app: "shop")
                guard case .accepted(let id) = try answers[0].get().acceptance else { throw CancellationError() }
                ids.append(id)
            }
            let bad = ids[1]
            let calls = Mutex(0)
            let store = DamagedStore(whole: world.store, damaged: "nobody") { groups in
                calls.withLock { $0 += 1 }
                let concerns = groups.flatMap(\.changes).contains { change in
                    if case .moveFanOut(bad, _) = change { true } else { false }
                }
                if concerns { throw StoreError(.constraint, "an identifier is there already") }
            }
            let loop = world.decisions(on: store)
            let error = await #expect(throws: StoreError.self) { try await loop.fanOut.slice() }
            #expect(error?.code == .constraint)
            #expect(calls.withLock(\.self) == 4, "all together, then one by one")
            var reached: [Int] = []
            for id in ids { reached.append(try await world.store.trigger(id, app: "shop")?.recipients ?? 0) }
            #expect(reached == [1, 0, 1])
        }
    }
}
