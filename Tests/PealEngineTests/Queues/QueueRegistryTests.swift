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
        let hold = QueuePause(until: Self.start + .seconds(5), pausesCritical: false)
        #expect(registry.holds(now: Self.start)[Self.queue] == hold)
        #expect(registry.holds(now: Self.start + .seconds(60))[Self.queue] == nil)
        #expect(registry.budget(now: Self.start + .seconds(60))?.room(of: Self.queue, .normal) == 1)
        #expect(registry.holds(now: Self.start + .seconds(1))[Self.queue] == hold)
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
            invalidationBreakerOpenSince: Self.start,
            redrivenAt: nil
        )
        #expect(registry.apply([paused], now: Self.start))
        #expect(!registry.apply([paused], now: Self.start))
        #expect(registry.holds(now: Self.start)[Self.queue] == QueuePause(until: nil, pausesCritical: true))
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
}
