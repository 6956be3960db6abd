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
        let book = QueueRegistry(maximumInFlight: 64, limits: [Self.queue: QueueLimits()])
        for _ in 0..<10 {
            _ = book.ended(Self.queue, .unavailable(reason: "503", retryAfter: nil), now: Self.start, unit: 0)
        }
        return book
    }

    @Test("Whoever asks why a queue waits changes nothing about it, whatever instant they ask for")
    func holds() {
        let book = broken()
        let hold = QueuePause(until: Self.start + .seconds(5), pausesCritical: false)
        #expect(book.holds(now: Self.start)[Self.queue] == hold)
        #expect(book.holds(now: Self.start + .seconds(60))[Self.queue] == nil)
        #expect(book.holds(now: Self.start + .seconds(1))[Self.queue] == hold)
    }

    @Test("A failing queue has room for critical deliveries and, in time, for one probe")
    func budget() throws {
        let book = broken()
        let during = try #require(book.budget(now: Self.start))
        #expect(during.room(of: Self.queue, .normal) == 0)
        #expect(during.room(of: Self.queue, .critical) > 0)
        let after = try #require(book.budget(now: Self.start + .seconds(5)))
        #expect(after.room(of: Self.queue, .normal) == 1)
    }

    @Test("What operators say is taken over, and only news wakes the loop")
    func records() {
        let book = QueueRegistry(maximumInFlight: 64, limits: [:])
        let paused = QueueRecord(queue: Self.queue, pausedAt: Self.start, invalidationBreakerOpenSince: Self.start, redrivenAt: nil)
        #expect(book.apply([paused], now: Self.start))
        #expect(!book.apply([paused], now: Self.start))
        #expect(book.holds(now: Self.start)[Self.queue] == QueuePause(until: nil, pausesCritical: true))
        #expect(book.isInvalidationBreakerOpen(Self.queue))
        var resumed = paused
        resumed.pausedAt = nil
        resumed.invalidationBreakerOpenSince = nil
        #expect(book.apply([resumed], now: Self.start))
        #expect(book.holds(now: Self.start).isEmpty && !book.isInvalidationBreakerOpen(Self.queue))
    }

    @Test("A look at the store from before an alarm was written does not lift it; an operator's word does")
    func alarm() {
        let book = QueueRegistry(maximumInFlight: 64, limits: [:])
        let before = QueueRecord(queue: Self.queue, pausedAt: nil, invalidationBreakerOpenSince: nil, redrivenAt: nil)
        _ = book.apply([before], now: Self.start)
        var verdicts: [DeliveryQueue.TokenVerdict] = []
        for _ in 0..<20 {
            verdicts.append(book.judgeAddress(Self.queue, .gone(reason: "410", since: nil), now: Self.start))
        }
        #expect(verdicts.last == .opened(Self.start))
        _ = book.apply([before], now: Self.start)
        #expect(book.isInvalidationBreakerOpen(Self.queue))
        var written = before
        written.invalidationBreakerOpenSince = Self.start
        _ = book.apply([written], now: Self.start)
        #expect(book.isInvalidationBreakerOpen(Self.queue))
        _ = book.apply([before], now: Self.start)
        #expect(!book.isInvalidationBreakerOpen(Self.queue))
    }
}
