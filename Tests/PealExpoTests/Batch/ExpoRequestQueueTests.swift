import PealCore
import PealProviderKit
import Synchronization
import Testing

@testable import PealExpo

@Suite("The queue of requests to Expo")
struct ExpoRequestQueueTests {
    private struct Log {
        var sizes: [Int] = []
        var open = 0
        var mostOpen = 0
    }

    private static func items(_ numbers: Range<Int>) -> [ExpoBatchItem] {
        numbers.enumerated().map { ExpoBatchItem(index: $0.offset, token: "t\($0.element)", json: []) }
    }

    private static func outcomes(_ items: [ExpoBatchItem]) -> [SendOutcome] {
        items.map { .accepted(receipt: $0.token) }
    }

    private static func accepted(_ numbers: Range<Int>) -> [SendOutcome] {
        numbers.map { .accepted(receipt: "t\($0)") }
    }

    /// Submits messages; their outcomes by position, every one of which came before the call returned.
    private static func submit(_ numbers: Range<Int>, to queue: ExpoRequestQueue) async -> [SendOutcome] {
        let reported = Mutex<[PushOutcome]>([])
        await queue.submit(items(numbers), into: OutcomeSink { new in reported.withLock { $0 += new } })
        return reported.withLock { $0.sorted { $0.index < $1.index }.map(\.outcome) }
    }

    /// Waits until so many messages wait; they have no other way to be seen.
    private static func waiting(_ count: Int, in queue: ExpoRequestQueue) async {
        while queue.waiting != count { await Task.yield() }
    }

    @Test(
        "sends at most a hundred messages in a request, six requests at a time, and each batch has its own outcomes",
        arguments: [1, 7, 100, 101, 200]
    )
    func many(_ size: Int) async {
        let log = Mutex(Log())
        let queue = ExpoRequestQueue { items in
            log.withLock { log in
                log.sizes.append(items.count)
                log.open += 1
                log.mostOpen = max(log.mostOpen, log.open)
            }
            for _ in 0..<20 { await Task.yield() }
            log.withLock { $0.open -= 1 }
            return Self.outcomes(items)
        }
        let right = await withTaskGroup(of: Bool.self) { group in
            for first in stride(from: 0, to: 1_400, by: size) {
                let numbers = first..<min(first + size, 1_400)
                group.addTask { await Self.submit(numbers, to: queue) == Self.accepted(numbers) }
            }
            return await group.allSatisfy { $0 }
        }
        #expect(right)
        let result = log.withLock { $0 }
        #expect(result.sizes.reduce(0, +) == 1_400)
        #expect(result.sizes.allSatisfy { (1...100).contains($0) })
        #expect(result.mostOpen <= 6)
        #expect(queue.waiting == 0)
    }

    @Test("fills a request from several batches when all requests are under way")
    func full() async {
        let semaphore = TestSemaphore()
        let sizes = Mutex<[Int]>([])
        let queue = ExpoRequestQueue { items in
            sizes.withLock { $0.append(items.count) }
            await semaphore.pass()
            return Self.outcomes(items)
        }
        await withTaskGroup(of: Void.self) { group in
            for number in 1...6 {
                group.addTask { _ = await Self.submit(number..<number + 1, to: queue) }
                await semaphore.arrived(number)
            }
            for first in stride(from: 10, to: 250, by: 60) {
                let numbers = first..<first + 60
                group.addTask { #expect(await Self.submit(numbers, to: queue) == Self.accepted(numbers)) }
            }
            await Self.waiting(240, in: queue)
            semaphore.letOne()
            await semaphore.arrived(7)
            semaphore.open()
        }
        let result = sizes.withLock { $0 }
        #expect(result.prefix(7) == [1, 1, 1, 1, 1, 1, 100])
        #expect(result.reduce(0, +) == 246)
    }

    @Test("sends a single message at once when nothing is under way")
    func single() async {
        let queue = ExpoRequestQueue { Self.outcomes($0) }
        for number in 0..<10 {
            let numbers = number..<number + 1
            #expect(await Self.submit(numbers, to: queue) == Self.accepted(numbers))
        }
    }

    @Test("withdraws what waits when its sender is cancelled, and sends the rest")
    func cancelled() async {
        let semaphore = TestSemaphore()
        let seen = Mutex<Set<String>>([])
        let queue = ExpoRequestQueue { items in
            seen.withLock { $0.formUnion(items.map(\.token)) }
            await semaphore.pass()
            return Self.outcomes(items)
        }
        await withTaskGroup(of: Void.self) { group in
            for number in 1...6 {
                group.addTask { _ = await Self.submit(number..<number + 1, to: queue) }
                await semaphore.arrived(number)
            }
            await withTaskGroup(of: [SendOutcome].self) { impatient in
                impatient.addTask { await Self.submit(7..<17, to: queue) }
                await Self.waiting(10, in: queue)
                group.addTask { #expect(await Self.submit(17..<18, to: queue) == Self.accepted(17..<18)) }
                await Self.waiting(11, in: queue)
                impatient.cancelAll()
                for await outcomes in impatient {
                    #expect(outcomes == Array(repeating: .notProcessed(reason: "cancelled"), count: 10))
                }
            }
            #expect(queue.waiting == 1)
            semaphore.open()
        }
        #expect(seen.withLock { $0 } == Set(["t17"] + (1...6).map { "t\($0)" }))
    }

    @Test("sends nothing for a sender that was cancelled before")
    func cancelledBefore() async {
        let queue = ExpoRequestQueue { items in
            Issue.record("sent \(items.count)")
            return Self.outcomes(items)
        }
        await withTaskGroup(of: Void.self) { group in
            group.cancelAll()
            group.addTask {
                let outcomes = await Self.submit(0..<200, to: queue)
                #expect(outcomes == Array(repeating: .notProcessed(reason: "cancelled"), count: 200))
            }
        }
    }

    @Test("refuses messages above its limit")
    func bounded() async {
        let semaphore = TestSemaphore()
        let queue = ExpoRequestQueue(waitingLimit: 3) { items in
            await semaphore.pass()
            return Self.outcomes(items)
        }
        await withTaskGroup(of: Void.self) { group in
            for number in 1...6 {
                group.addTask { _ = await Self.submit(number..<number + 1, to: queue) }
                await semaphore.arrived(number)
            }
            group.addTask {
                let outcomes = await Self.submit(7..<12, to: queue)
                let refused = SendOutcome.unavailable(reason: "too-many-waiting", retryAfter: nil)
                #expect(outcomes == Self.accepted(7..<10) + [refused, refused])
            }
            await Self.waiting(3, in: queue)
            semaphore.open()
        }
    }

    @Test("gives an outcome to every message of a request that reports too few")
    func tooFew() async {
        let queue = ExpoRequestQueue { Array(Self.outcomes($0).prefix(2)) }
        let outcomes = await Self.submit(0..<4, to: queue)
        #expect(outcomes == Self.accepted(0..<2) + [BatchOutcomes.missing, BatchOutcomes.missing])
    }

    @Test("leaves nobody without an outcome when senders come, go and are cancelled at random", arguments: 1...10)
    func storm(_ seed: UInt64) async {
        let queue = ExpoRequestQueue { items in
            for _ in 0..<(items.count % 7) { await Task.yield() }
            return Task.isCancelled ? items.map { _ in .unknown(reason: "cancelled") } : Self.outcomes(items)
        }
        let answered = await withTaskGroup(of: Int.self) { group in
            for number in 0..<300 { group.addTask { await Self.impatient(number, seed, queue) } }
            return await group.reduce(0, +)
        }
        #expect(answered == 300)
        #expect(queue.waiting == 0)
    }

    /// Sends a few messages and may give up on them; 1 when each has its outcome.
    private static func impatient(_ number: Int, _ seed: UInt64, _ queue: ExpoRequestQueue) async -> Int {
        let numbers = number * 10..<number * 10 + 1 + (number &* 7) % 9
        return await withTaskGroup(of: Int.self) { group in
            group.addTask { await submit(numbers, to: queue).count == numbers.count ? 1 : 0 }
            for _ in 0..<((UInt64(number) &* seed) % 5) { await Task.yield() }
            if (UInt64(number) &+ seed) % 3 == 0 { group.cancelAll() }
            return await group.reduce(0, +)
        }
    }
}
