import Synchronization
import Testing

@testable import PealWebPush

@Suite("The stock of keys")
struct EphemeralKeysTests {
    @Test("never lends a key twice, with eight takers at once and a refill going on")
    func once() async {
        let keys = EphemeralKeys(size: 64)
        async let _: Void = keys.run()
        let all = await withTaskGroup(of: [[UInt8]].self) { takers in
            for _ in 0..<8 {
                takers.addTask {
                    var taken: [[UInt8]] = []
                    for number in 0..<100 {
                        taken.append(keys.withKey { $0.publicBytes + $0.salt })
                        if number % 10 == 0 { await Task.yield() }
                    }
                    return taken
                }
            }
            return await takers.reduce(into: []) { $0 += $1 }
        }
        #expect(all.count == 800)
        #expect(Set(all.map { Array($0.prefix(65)) }).count == 800)
        #expect(Set(all.map { Array($0.suffix(16)) }).count == 800)
    }

    @Test("is filled up to its size, and again when keys were taken")
    func refill() async {
        let full = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(16))
        let made = Mutex(0)
        let keys = EphemeralKeys(size: 8) {
            let count = made.withLock { count in
                count += 1
                return count
            }
            if count == 8 || count == 11 { full.continuation.yield() }
            return .fresh()
        }
        await withDiscardingTaskGroup { group in
            group.addTask { await keys.run() }
            var refills = full.stream.makeAsyncIterator()
            _ = await refills.next()
            while keys.count < 8 { await Task.yield() }
            for _ in 0..<3 { keys.withKey { _ in } }
            _ = await refills.next()
            while keys.count < 8 { await Task.yield() }
            group.cancelAll()
        }
        #expect(keys.count == 8)
        #expect(made.withLock { $0 } == 11)
    }

    @Test("is not filled up while several messages are encrypted")
    func busyWithSeveral() async {
        let keys = EphemeralKeys(size: 4)
        await withDiscardingTaskGroup { group in
            keys.whileBusy {
                group.addTask { await keys.run() }
                for _ in 0..<3 { keys.withKey { _ in } }
                #expect(keys.count == 0)
            }
            while keys.count < 4 { await Task.yield() }
            group.cancelAll()
        }
    }

    @Test("makes a key on the spot when it is empty")
    func empty() {
        let keys = EphemeralKeys(size: 0)
        #expect(keys.withKey { $0.publicBytes } != keys.withKey { $0.publicBytes })
        #expect(keys.count == 0)
    }

    @Test("waits with refilling while a message is being encrypted")
    func busy() async {
        let keys = EphemeralKeys(size: 16)
        keys.withKey { _ in #expect(keys.count == 0) }
        async let _: Void = keys.run()
        while keys.count < 16 { await Task.yield() }
        keys.withKey { _ in
            keys.withKey { _ in }
            // Another message is done, but not this one.
            for _ in 0..<100_000 where keys.count != 14 { Issue.record("it was refilled") }
        }
        while keys.count < 16 { await Task.yield() }
    }
}
