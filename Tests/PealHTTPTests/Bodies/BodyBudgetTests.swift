import PealTesting
import Synchronization
import Testing

@testable import PealHTTP

@Suite("The memory of all bodies")
struct BodyBudgetTests {
    private static let chunk = [UInt8](repeating: 7, count: 100)

    @Test("is counted while bodies arrive, and until they were answered")
    func counted() throws {
        let budget = BodyBudget(limit: 1_000)
        let body = budget.open {}
        for _ in 0..<3 { try budget.append(Self.chunk, to: body) }
        #expect(budget.used == 300)
        #expect(try budget.finish(body) == [UInt8](repeating: 7, count: 300))
        #expect(budget.used == 300)
        budget.close(body)
        #expect(budget.used == 0)
        #expect(budget.most == 300)
    }

    @Test("goes to new bodies when the oldest unfinished one holds it, and that one is told")
    func oldestGivesWay() throws {
        let budget = BodyBudget(limit: 1_000)
        let told = Mutex<[Int]>([])
        let bodies = (0..<10).map { number in budget.open { told.withLock { $0.append(number) } } }
        for body in bodies { try budget.append(Self.chunk, to: body) }
        let newest = budget.open {}
        try budget.append(Self.chunk, to: newest)
        #expect(told.withLock { $0 } == [0])
        #expect(budget.used == 1_000)
        #expect(throws: BodyFault.gaveWay) { try budget.append(Self.chunk, to: bodies[0]) }
        #expect(throws: BodyFault.gaveWay) { try budget.finish(bodies[0]) }
        #expect(try budget.finish(newest).count == 100)
    }

    @Test("is not taken from bodies that are complete: then the new one has to come again")
    func completeStays() throws {
        let budget = BodyBudget(limit: 200)
        let complete = budget.open { Issue.record("a complete body gave way") }
        for _ in 0..<2 { try budget.append(Self.chunk, to: complete) }
        _ = try budget.finish(complete)
        let late = budget.open {}
        #expect(throws: BodyFault.gaveWay) { try budget.append(Self.chunk, to: late) }
        budget.close(late)
        budget.close(complete)
        #expect(budget.used == 0)
    }

    @Test("never exceeds its limit, whatever comes, and all of it comes back", arguments: 0..<50)
    func bounded(seed: UInt64) {
        var numbers = SplitMix64(seed: seed)
        let budget = BodyBudget(limit: 5_000)
        var open: [BodyBudget.Body] = []
        for _ in 0..<2_000 {
            switch Int.random(in: 0..<10, using: &numbers) {
            case 0...2: open.append(budget.open {})
            case 3...7:
                guard let body = open.randomElement(using: &numbers) else { continue }
                try? budget.append([UInt8](repeating: 1, count: .random(in: 0...400, using: &numbers)), to: body)
            case 8:
                guard let body = open.randomElement(using: &numbers) else { continue }
                _ = try? budget.finish(body)
            default:
                guard !open.isEmpty else { continue }
                budget.close(open.remove(at: .random(in: 0..<open.count, using: &numbers)))
            }
            #expect(budget.used >= 0 && budget.used <= 5_000)
        }
        for body in open { budget.close(body) }
        #expect(budget.used == 0)
        #expect(budget.most <= 5_000)
        // A run that never comes near the limit proves little.
        #expect(budget.most > 2_500)
    }

    @Test("is counted right when many bodies arrive at the same time")
    func together() async {
        let budget = BodyBudget(limit: 3_000)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    let body = budget.open {}
                    for _ in 0..<5 { try? budget.append(Self.chunk, to: body) }
                    _ = try? budget.finish(body)
                    budget.close(body)
                }
            }
        }
        #expect(budget.used == 0)
        #expect(budget.most <= 3_000)
    }
}
