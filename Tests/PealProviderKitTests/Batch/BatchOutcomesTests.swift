import PealCore
import PealProviderKit
import Synchronization
import Testing

@Suite("Outcomes of a batch")
struct BatchOutcomesTests {
    private static let accepted = SendOutcome.accepted(receipt: nil)

    private static func outcomes(_ indices: [Int]) -> [PushOutcome] {
        indices.map { PushOutcome(index: $0, accepted) }
    }

    @Test("that arrived since the last fetch come together, and `nil` when each message has had its own")
    func groups() async {
        let outcomes = BatchOutcomes(count: 4)
        outcomes.sink.take(Self.accepted, of: 2)
        outcomes.sink.take(Self.outcomes([0, 3]))
        #expect(await outcomes.next() == Self.outcomes([2, 0, 3]))
        outcomes.sink.take(Self.accepted, of: 1)
        #expect(await outcomes.next() == Self.outcomes([1]))
        #expect(await outcomes.next() == nil)
    }

    @Test("wake who waits for them")
    func waits() async {
        let outcomes = BatchOutcomes(count: 1)
        async let first = outcomes.next()
        await Task.yield()
        outcomes.sink.take(Self.accepted, of: 0)
        #expect(await first == Self.outcomes([0]))
    }

    @Test("count once for a message, and not at all for one that is not in the batch")
    func once() async {
        let outcomes = BatchOutcomes(count: 1)
        outcomes.sink.take([
            PushOutcome(index: 7, Self.accepted), PushOutcome(index: 0, .unknown(reason: "first")),
            PushOutcome(index: 0, Self.accepted), PushOutcome(index: -1, Self.accepted),
        ])
        outcomes.end()
        #expect(await outcomes.next() == [PushOutcome(index: 0, .unknown(reason: "first"))])
        #expect(await outcomes.next() == nil)
    }

    @Test("are told when they arrive, each first one once, and before they can be fetched")
    func arrival() async {
        let told = Mutex<[PushOutcome]>([])
        let outcomes = BatchOutcomes(count: 3) { arrived in told.withLock { $0 += arrived } }
        outcomes.sink.take(Self.outcomes([2, 0, 2, 5]))
        #expect(told.withLock { $0 } == Self.outcomes([2, 0]))
        outcomes.sink.take(Self.accepted, of: 0)
        outcomes.end()
        let all = Self.outcomes([2, 0]) + [PushOutcome(index: 1, BatchOutcomes.missing)]
        #expect(told.withLock { $0 } == all)
        #expect(await outcomes.next() == all)
    }

    @Test("that a provider did not report are unknown")
    func missing() async {
        let outcomes = BatchOutcomes(count: 3)
        outcomes.sink.take(Self.accepted, of: 1)
        outcomes.end()
        let all = await outcomes.next()
        #expect(
            all == [
                PushOutcome(index: 1, Self.accepted), PushOutcome(index: 0, BatchOutcomes.missing),
                PushOutcome(index: 2, BatchOutcomes.missing),
            ]
        )
        #expect(await outcomes.next() == nil)
    }

    @Test("of no message end immediately")
    func empty() async { #expect(await BatchOutcomes(count: 0).next() == nil) }

    @Test("are complete whatever threads they come from", arguments: [1, 10, 200])
    func concurrent(_ count: Int) async {
        let outcomes = BatchOutcomes(count: count)
        let indices = await withTaskGroup(of: Void.self) { group in
            for index in 0..<count { group.addTask { outcomes.sink.take(Self.accepted, of: index) } }
            var indices: [Int] = []
            while let arrived = await outcomes.next() { indices += arrived.map(\.index) }
            return indices
        }
        #expect(indices.sorted() == Array(0..<count))
    }
}
