import PealCore
import Testing

@testable import PealEngine

@Suite("Waking up")
struct WakeUpTests {
    @Test("A firing between looking and waiting is not missed")
    func notMissed() async {
        let wakeUp = WakeUp()
        let version = wakeUp.version
        wakeUp.fire()
        await wakeUp.wait(after: version)
        #expect(wakeUp.version == version + 1)
    }

    @Test("One firing wakes every waiter")
    func everybody() async {
        let wakeUp = WakeUp()
        let version = wakeUp.version
        let woken = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    await wakeUp.wait(after: version)
                    return wakeUp.version - version
                }
            }
            wakeUp.fire()
            return await group.reduce(0, +)
        }
        #expect(woken == 50)
    }

    @Test("A cancelled waiter returns, also when cancelled before it waits")
    func cancelled() async {
        let wakeUp = WakeUp()
        let returned = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    await wakeUp.wait(after: wakeUp.version)
                    return Task.isCancelled
                }
            }
            group.cancelAll()
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(returned == 20 && wakeUp.version == 0)
    }

    @Test("A clock that is moved wakes those whose instant has come, and no others")
    func clock() async throws {
        let clock = VirtualClock(at: Timestamp(seconds: 100))
        let (woken, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .unbounded)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for seconds in [10, 20, 30] {
                group.addTask {
                    try await clock.sleep(until: Timestamp(seconds: 100 + Int64(seconds)))
                    continuation.yield(seconds)
                }
            }
            var order: [Int] = []
            clock.advance(by: .seconds(10))
            var iterator = woken.makeAsyncIterator()
            order.append(await iterator.next() ?? 0)
            clock.advance(by: .seconds(10))
            order.append(await iterator.next() ?? 0)
            #expect(order == [10, 20])
            group.cancelAll()
            while true { do { guard try await group.next() != nil else { break } } catch is CancellationError {} }
        }
        #expect(clock.now == Timestamp(seconds: 120))
    }

    @Test("A clock may be set back")
    func back() {
        let clock = VirtualClock(at: Timestamp(seconds: 100))
        clock.set(Timestamp(seconds: 50))
        #expect(clock.now == Timestamp(seconds: 50))
    }

    @Test("A flowing clock goes on by real time from where it was set")
    func flowing() {
        let real = Ticker()
        let clock = VirtualClock(at: Timestamp(seconds: 1_000), flow: .init(now: { real.tick() }, sleep: { _ in }))
        let first = clock.now
        #expect(clock.now > first)
        clock.set(Timestamp(seconds: 5_000))
        #expect(clock.now >= Timestamp(seconds: 5_000) && clock.now < Timestamp(seconds: 5_001))
    }
}
