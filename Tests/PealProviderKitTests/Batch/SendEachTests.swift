import PealCore
import PealProviderKit
import PealTesting
import Synchronization
import Testing

@Suite("Messages that are sent one by one")
struct SendEachTests {
    private struct Log {
        var started: [String] = []
        var open = 0
        var mostOpen = 0
    }

    private static func batch(_ count: Int) -> PushBatch {
        PushBatch((0..<count).map { PushBatch.Item(.fixture(token: "t\($0)")) })
    }

    @Test("are at most as many at a time as asked", arguments: [(1, 1), (5, 1), (5, 2), (50, 8), (3, 8), (2, 0)])
    func width(_ count: Int, _ width: Int) async {
        let log = Mutex(Log())
        let outcomes = BatchOutcomes(count: count)
        await Self.batch(count).sendEach(atMost: width, into: outcomes.sink) { item in
            log.withLock { log in
                log.started.append(item.message.token)
                log.open += 1
                log.mostOpen = max(log.mostOpen, log.open)
            }
            await Task.yield()
            log.withLock { $0.open -= 1 }
            return .accepted(receipt: item.message.token)
        }
        let all = await outcomes.next() ?? []
        #expect(all.allSatisfy { $0.outcome == .accepted(receipt: "t\($0.index)") })
        #expect(Set(all.map(\.index)) == Set(0..<count))
        let seen = log.withLock { $0 }
        #expect(seen.mostOpen <= max(width, 1))
        if width <= 1 { #expect(seen.started == (0..<count).map { "t\($0)" }) }
    }

    @Test("are not processed when the task is cancelled before their turn")
    func cancelled() async {
        let outcomes = BatchOutcomes(count: 5)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await Self.batch(5).sendEach(atMost: 1, into: outcomes.sink) { item in
                    // The first one is under way when the sender gives up.
                    while !Task.isCancelled { await Task.yield() }
                    return .unknown(reason: item.message.token)
                }
            }
            group.cancelAll()
        }
        let all = await outcomes.next()?.sorted { $0.index < $1.index }.map(\.outcome) ?? []
        #expect(all.count == 5)
        #expect(all.dropFirst().allSatisfy { $0 == .notProcessed(reason: "cancelled") })
    }

    @Test("alone go through a batch of one")
    func send() async {
        let provider = ScriptedProvider { .accepted(receipt: $0.token) }
        #expect(await provider.send(.fixture(token: "a")) == .accepted(receipt: "a"))
        #expect(provider.sent.map(\.token) == ["a"])
    }
}
