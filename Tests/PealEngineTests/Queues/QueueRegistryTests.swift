import PealCore
import PealProviderKit
import PealStore
import Testing

@testable import PealEngine

@Suite("The registry of queues")
struct QueueRegistryTests {
    private static let start = Timestamp(seconds: 1_000)
    private static let queue = QueueKey(app: "shop", provider: .fcm)

    private func broken() -> QueueRegistry {
        let registry = QueueRegistry(maximumInFlight: 64, limits: [Self.queue: QueueLimits()])
        let failures = Array(repeating: SendOutcome.unavailable(reason: "503", retryAfter: nil), count: 10)
        _ = registry.answered(Self.queue, failures, now: Self.start, unit: 0)
        return registry
    }

    @Test("Whoever asks why a queue waits changes nothing about it, whatever instant they ask for")
    func holds() {
        let registry = broken()
        let probeAt = Self.start + .seconds(5)
        let opening = OpenBreaker(since: Self.start, reason: "503", probeAt: probeAt)
        let hold = QueuePause(until: probeAt, pausesCritical: false, cause: .breakerOpen(opening))
        #expect(registry.holds(now: Self.start)[Self.queue] == hold)
        #expect(registry.holds(now: Self.start + .seconds(60))[Self.queue] == nil)
        #expect(registry.budget(now: Self.start + .seconds(60))?.room(of: Self.queue, .normal) == 1)
        #expect(registry.holds(now: Self.start + .seconds(1))[Self.queue] == hold)
        let explained = registry.explainedPauses(now: Self.start + .seconds(60))[Self.queue]
        #expect(explained == QueuePause(until: nil, pausesCritical: false, cause: .breakerOpen(opening)))
    }

    @Test("A failing queue has room for critical deliveries and, in time, for one probe")
    func budget() throws {
        let registry = broken()
        let during = try #require(registry.budget(now: Self.start))
        #expect(during.room(of: Self.queue, .normal) == 0)
        #expect(during.room(of: Self.queue, .critical) > 0)
        let after = try #require(registry.budget(now: Self.start + .seconds(5)))
        #expect(after.room(of: Self.queue, .normal) == 1)
    }

    @Test("What operators say is taken over, and only news wakes the loop")
    func records() {
        let registry = QueueRegistry(maximumInFlight: 64, limits: [:])
        let paused = QueueRecord(
            queue: Self.queue,
            pausedAt: Self.start,
            pausedBy: "ana",
            invalidationBreakerOpenSince: Self.start,
            redrivenAt: nil
        )
        #expect(registry.apply([paused], now: Self.start))
        #expect(!registry.apply([paused], now: Self.start))
        #expect(
            registry.holds(now: Self.start)[Self.queue]
                == QueuePause(until: nil, pausesCritical: true, cause: .paused(since: Self.start, by: "ana"))
        )
        #expect(registry.isInvalidationBreakerOpen(Self.queue))
        var resumed = paused
        resumed.pausedAt = nil
        resumed.invalidationBreakerOpenSince = nil
        #expect(registry.apply([resumed], now: Self.start))
        #expect(registry.holds(now: Self.start).isEmpty && !registry.isInvalidationBreakerOpen(Self.queue))
    }

    @Test("A look at the store from before an alarm was written does not lift it; an operator's word does")
    func alarm() {
        let registry = QueueRegistry(maximumInFlight: 64, limits: [:])
        let before = QueueRecord(queue: Self.queue, pausedAt: nil, invalidationBreakerOpenSince: nil, redrivenAt: nil)
        _ = registry.apply([before], now: Self.start)
        var verdicts: [DeliveryQueue.TokenVerdict] = []
        for _ in 0..<20 {
            verdicts.append(
                registry.judgeAddress(Self.queue, .gone(reason: "410", since: nil), of: nil, now: Self.start)
            )
        }
        #expect(verdicts.last == .opened(Self.start, []))
        _ = registry.apply([before], now: Self.start)
        #expect(registry.isInvalidationBreakerOpen(Self.queue))
        var written = before
        written.invalidationBreakerOpenSince = Self.start
        _ = registry.apply([written], now: Self.start)
        #expect(registry.isInvalidationBreakerOpen(Self.queue))
        _ = registry.apply([before], now: Self.start)
        #expect(!registry.isInvalidationBreakerOpen(Self.queue))
    }

    @Test("A trouble is stored once, again after a store that failed, and by one caller at a time")
    func storing() {
        let registry = broken()
        #expect(registry.beginStoring(Self.queue)?.breaker?.since == Self.start)
        #expect(registry.beginStoring(Self.queue) == nil)
        registry.endStoring(Self.queue, isStored: false)
        #expect(registry.beginStoring(Self.queue) != nil)
        registry.endStoring(Self.queue, isStored: true)
        #expect(registry.beginStoring(Self.queue) == nil)
        _ = registry.answered(Self.queue, [.accepted(receipt: nil)], now: Self.start + .seconds(9), unit: 0)
        #expect(registry.beginStoring(Self.queue) == QueueTrouble())
    }

    @Test("A process that only reads knows what the server stored")
    func reader() {
        let registry = QueueRegistry(maximumInFlight: 64, limits: [:])
        let opening = OpenBreaker(since: Self.start, reason: "503", probeAt: Self.start + .seconds(9))
        var record = QueueRecord(queue: Self.queue, pausedAt: nil, invalidationBreakerOpenSince: nil, redrivenAt: nil)
        record.trouble = QueueTrouble(breaker: opening)
        _ = registry.apply([record], now: Self.start)
        #expect(registry.explainedPauses(now: Self.start)[Self.queue]?.cause == .breakerOpen(opening))
    }
}
