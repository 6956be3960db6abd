import PealCore
import PealWire
import Synchronization
import Testing

@testable import PealHTTP

@Suite("The pool of analyses")
struct AnalysisPoolTests {
    /// Something that happens once, to wait for.
    private struct Latch {
        private let stream: AsyncStream<Void>
        private let continuation: AsyncStream<Void>.Continuation

        init() { (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

        func fire() { continuation.finish() }

        func wait() async { for await _ in stream {} }
    }

    /// How many are inside, and how many were at most.
    private final class Tally: Sendable {
        private let state = Mutex((running: 0, most: 0))

        var running: Int { state.withLock { $0.running } }
        var most: Int { state.withLock { $0.most } }

        func enter() { state.withLock { $0 = ($0.running + 1, max($0.most, $0.running + 1)) } }

        func leave() { state.withLock { $0.running -= 1 } }
    }

    private static func forever(_: Duration) async throws {
        for await _ in AsyncStream<Never>.makeStream().stream {}
        throw CancellationError()
    }

    private static func analysisPool(
        waiting: Int = 8,
        wait: @escaping @Sendable (Duration) async throws -> Void = forever
    ) -> AnalysisPool {
        AnalysisPool(
            queue: AnalysisQueue(waitingLimit: waiting),
            executor: AnalysisExecutor(threads: 2),
            deadline: .seconds(10),
            wait: wait
        )
    }

    @Test("of one app run one at a time, and all of them run")
    func oneAtATime() async throws {
        let analysisPool = Self.analysisPool(waiting: 100)
        let tally = Tally()
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<50 {
                group.addTask {
                    try await analysisPool.run("gss") {
                        tally.enter()
                        await Task.yield()
                        tally.leave()
                        return number
                    }
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(sum == 49 * 25)
        #expect(tally.most == 1)
    }

    @Test("of one app do not hold up another, and too many of one are refused by name")
    func busy() async throws {
        let analysisPool = Self.analysisPool(waiting: 1)
        let (begun, end) = (Latch(), Latch())
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await analysisPool.run("gss") {
                    begun.fire()
                    await end.wait()
                }
            }
            await begun.wait()
            #expect(try await analysisPool.run("match") { 7 } == 7)
            group.addTask { try await analysisPool.run("gss") {} }
            while analysisPool.queue.waiting < 1 { await Task.yield() }
            let problem = await #expect(throws: Problem.self) { try await analysisPool.run("gss") {} }
            #expect(problem?.status == 429)
            #expect(problem?.limit == "analyses")
            #expect(problem?.retryAfter == 1)
            end.fire()
            try await group.waitForAll()
        }
        #expect(try await analysisPool.run("gss") { 8 } == 8)
    }

    @Test("that take too long are cancelled and answered with 503, in the queue too; the next one runs")
    func deadline() async throws {
        let begun = Latch()
        let analysisPool = Self.analysisPool { duration in
            #expect(duration == .seconds(10))
            await begun.wait()
        }
        let problem = await #expect(throws: Problem.self) {
            try await analysisPool.run("gss") {
                begun.fire()
                while true {
                    try Task.checkCancellation()
                    await Task.yield()
                }
            }
        }
        #expect(problem?.status == 503)
        #expect(problem?.code == .overloaded)
        #expect(analysisPool.queue.waiting == 0)
        #expect(try await Self.analysisPool().run("gss") { 1 } == 1)
        // The place in the queue is free again: this would wait for ever.
        #expect(try await analysisPool.queue.run("gss") { 2 } == 2)
    }

    @Test("whose caller has left leave the queue")
    func cancelled() async throws {
        let analysisPool = Self.analysisPool()
        let (begun, end) = (Latch(), Latch())
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                try? await analysisPool.run("gss") {
                    begun.fire()
                    await end.wait()
                }
            }
            await begun.wait()
            await withTaskGroup(of: Void.self) { callers in
                callers.addTask {
                    await #expect(throws: CancellationError.self) {
                        try await analysisPool.run("gss") { Issue.record("it ran") }
                    }
                }
                while analysisPool.queue.waiting < 1 { await Task.yield() }
                callers.cancelAll()
            }
            #expect(analysisPool.queue.waiting == 0)
            end.fire()
        }
    }

    @Test("compute on threads of their own: none of them is a thread that serves")
    func ownThreads() async throws {
        let analysisPool = Self.analysisPool()
        // As many computations as there are serving threads could be: the test's own tasks still run beside them.
        let tally = Tally()
        tally.enter()
        let computed = try await withThrowingTaskGroup(of: Int.self) { group in
            for app in ["one", "two"] as [AppID] {
                group.addTask {
                    try await analysisPool.run(app) {
                        while tally.running > 0 {}
                        return 1
                    }
                }
            }
            await withTaskGroup(of: Void.self) { serving in
                for _ in 0..<64 { serving.addTask { await Task.yield() } }
            }
            tally.leave()
            return try await group.reduce(0, +)
        }
        #expect(computed == 2)
    }
}
