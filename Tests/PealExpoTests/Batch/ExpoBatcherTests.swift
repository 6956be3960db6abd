import PealCore
import Synchronization
import Testing

@testable import PealExpo

@Suite("Messages sent at the same time", .timeLimit(.minutes(15)))
struct ExpoBatcherTests {
    private struct Log {
        var sizes: [Int] = []
        var open = 0
        var mostOpen = 0
    }

    private static func parcel(_ number: Int) -> ExpoParcel { ExpoParcel(token: "t\(number)", json: []) }

    private static func outcomes(_ parcels: [ExpoParcel]) -> [SendOutcome] {
        parcels.map { .accepted(receipt: $0.token) }
    }

    /// Waits until so many stand in line; they have no other way to be seen.
    private static func waiting(_ count: Int, in batcher: ExpoBatcher) async {
        while batcher.waiting != count { await Task.yield() }
    }

    @Test("travel a hundred a request, six requests at a time, and each caller gets its own answer", arguments: 0..<5)
    func thousand(_ round: Int) async {
        let log = Mutex(Log())
        let batcher = ExpoBatcher { parcels in
            log.withLock { log in
                log.sizes.append(parcels.count)
                log.open += 1
                log.mostOpen = max(log.mostOpen, log.open)
            }
            for _ in 0..<(10 * round) { await Task.yield() }
            log.withLock { $0.open -= 1 }
            return Self.outcomes(parcels)
        }
        let right = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<1000 {
                group.addTask { await batcher.send(Self.parcel(number)) == .accepted(receipt: "t\(number)") }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(right == 1000)
        let result = log.withLock { $0 }
        #expect(result.sizes.reduce(0, +) == 1000)
        #expect(result.sizes.allSatisfy { (1...100).contains($0) })
        #expect(result.mostOpen <= 6)
        #expect(batcher.waiting == 0)
    }

    @Test("fill requests while all requests are under way")
    func full() async {
        let turnstile = Turnstile()
        let sizes = Mutex<[Int]>([])
        let batcher = ExpoBatcher { parcels in
            sizes.withLock { $0.append(parcels.count) }
            await turnstile.pass()
            return Self.outcomes(parcels)
        }
        await withTaskGroup(of: Void.self) { group in
            for number in 1...6 {
                group.addTask { _ = await batcher.send(Self.parcel(number)) }
                await turnstile.arrived(number)
            }
            for number in 7..<257 { group.addTask { _ = await batcher.send(Self.parcel(number)) } }
            await Self.waiting(250, in: batcher)
            turnstile.letOne()
            await turnstile.arrived(7)
            turnstile.open()
        }
        let result = sizes.withLock { $0 }
        #expect(result.prefix(7) == [1, 1, 1, 1, 1, 1, 100])
        #expect(result.reduce(0, +) == 256)
    }

    @Test("leave one by one when nothing else is to send")
    func single() async {
        let batcher = ExpoBatcher { Self.outcomes($0) }
        for number in 0..<10 { #expect(await batcher.send(Self.parcel(number)) == .accepted(receipt: "t\(number)")) }
    }

    @Test("and cancelled while they wait were not processed, and the rest goes on")
    func cancelled() async {
        let turnstile = Turnstile()
        let seen = Mutex<Set<String>>([])
        let batcher = ExpoBatcher { parcels in
            seen.withLock { $0.formUnion(parcels.map(\.token)) }
            await turnstile.pass()
            return Self.outcomes(parcels)
        }
        await withTaskGroup(of: Void.self) { group in
            for number in 1...6 {
                group.addTask { _ = await batcher.send(Self.parcel(number)) }
                await turnstile.arrived(number)
            }
            await withTaskGroup(of: SendOutcome.self) { impatient in
                for number in 7..<17 { impatient.addTask { await batcher.send(Self.parcel(number)) } }
                await Self.waiting(10, in: batcher)
                group.addTask { #expect(await batcher.send(Self.parcel(17)) == .accepted(receipt: "t17")) }
                await Self.waiting(11, in: batcher)
                impatient.cancelAll()
                for await outcome in impatient { #expect(outcome == .notProcessed(reason: "cancelled")) }
            }
            #expect(batcher.waiting == 1)
            turnstile.open()
        }
        #expect(seen.withLock { $0 } == Set(["t17"] + (1...6).map { "t\($0)" }))
    }

    @Test("by a caller that was cancelled before never leave")
    func cancelledBefore() async {
        let batcher = ExpoBatcher { parcels in
            Issue.record("sent \(parcels.count)")
            return Self.outcomes(parcels)
        }
        await withTaskGroup(of: Void.self) { group in
            group.cancelAll()
            group.addTask {
                #expect(await batcher.send(Self.parcel(1)) == .notProcessed(reason: "cancelled"))
            }
        }
    }

    @Test("beyond what may wait are told so")
    func bounded() async {
        let turnstile = Turnstile()
        let batcher = ExpoBatcher(waiterLimit: 3) { parcels in
            await turnstile.pass()
            return Self.outcomes(parcels)
        }
        await withTaskGroup(of: Void.self) { group in
            for number in 1...6 {
                group.addTask { _ = await batcher.send(Self.parcel(number)) }
                await turnstile.arrived(number)
            }
            for number in 7...9 { group.addTask { _ = await batcher.send(Self.parcel(number)) } }
            await Self.waiting(3, in: batcher)
            let outcome = await batcher.send(Self.parcel(10))
            #expect(outcome == .unavailable(reason: "too-many-waiting", retryAfter: nil))
            turnstile.open()
        }
    }

    @Test("are never left without an answer when callers come, go and are cancelled at random", arguments: 1...10)
    func storm(_ seed: UInt64) async {
        let batcher = ExpoBatcher { parcels in
            for _ in 0..<(parcels.count % 7) { await Task.yield() }
            return Self.outcomes(parcels)
        }
        let answered = await withTaskGroup(of: Int.self) { group in
            for number in 0..<300 { group.addTask { await Self.impatient(number, seed, batcher) } }
            return await group.reduce(0, +)
        }
        #expect(answered == 300)
        #expect(batcher.waiting == 0)
    }

    /// Sends a message and may give up on it; how many answers came.
    private static func impatient(_ number: Int, _ seed: UInt64, _ batcher: ExpoBatcher) async -> Int {
        await withTaskGroup(of: Int.self) { group in
            group.addTask {
                let outcome = await batcher.send(parcel(number))
                #expect(outcome == .accepted(receipt: "t\(number)") || outcome == .notProcessed(reason: "cancelled"))
                return 1
            }
            for _ in 0..<((UInt64(number) &* seed) % 5) { await Task.yield() }
            if (UInt64(number) &+ seed) % 3 == 0 { group.cancelAll() }
            return await group.reduce(0, +)
        }
    }
}
