import PealCore
import PealProviderKit
import PealStore
import Testing

@testable import PealEngine

@Suite("The registry of queues")
struct LaneBookTests {
    private static let start = Timestamp(seconds: 1_000)
    private static let lane = LaneKey(app: "shop", provider: .fcm)

    private func broken() -> LaneBook {
        let book = LaneBook(maximumInFlight: 64, limits: [Self.lane: LaneLimits()])
        for _ in 0..<10 {
            _ = book.ended(Self.lane, .unavailable(reason: "503", retryAfter: nil), now: Self.start, unit: 0)
        }
        return book
    }

    @Test("Whoever asks why a queue waits changes nothing about it, whatever instant they ask for")
    func holds() {
        let book = broken()
        let hold = LaneHold(until: Self.start + .seconds(5), holdsCritical: false)
        #expect(book.holds(now: Self.start)[Self.lane] == hold)
        #expect(book.holds(now: Self.start + .seconds(60))[Self.lane] == nil)
        #expect(book.holds(now: Self.start + .seconds(1))[Self.lane] == hold)
    }

    @Test("A failing queue has room for critical deliveries and, in time, for one probe")
    func budget() throws {
        let book = broken()
        let during = try #require(book.budget(now: Self.start))
        #expect(during.room(of: Self.lane, .normal) == 0)
        #expect(during.room(of: Self.lane, .critical) > 0)
        let after = try #require(book.budget(now: Self.start + .seconds(5)))
        #expect(after.room(of: Self.lane, .normal) == 1)
    }

    @Test("What operators say is taken over, and only news wakes the loop")
    func records() {
        let book = LaneBook(maximumInFlight: 64, limits: [:])
        let paused = LaneRecord(lane: Self.lane, pausedAt: Self.start, doubtedSince: Self.start, redrivenAt: nil)
        #expect(book.apply([paused], now: Self.start))
        #expect(!book.apply([paused], now: Self.start))
        #expect(book.holds(now: Self.start)[Self.lane] == LaneHold(until: nil, holdsCritical: true))
        #expect(book.isDoubted(Self.lane))
        var resumed = paused
        resumed.pausedAt = nil
        resumed.doubtedSince = nil
        #expect(book.apply([resumed], now: Self.start))
        #expect(book.holds(now: Self.start).isEmpty && !book.isDoubted(Self.lane))
    }

    @Test("A look at the store from before an alarm was written does not lift it; an operator's word does")
    func alarm() {
        let book = LaneBook(maximumInFlight: 64, limits: [:])
        let before = LaneRecord(lane: Self.lane, pausedAt: nil, doubtedSince: nil, redrivenAt: nil)
        _ = book.apply([before], now: Self.start)
        var verdicts: [Lane.Trust] = []
        for _ in 0..<20 {
            verdicts.append(book.judgeAddress(Self.lane, .gone(reason: "410", since: nil), now: Self.start))
        }
        #expect(verdicts.last == .doubtedFrom(Self.start))
        _ = book.apply([before], now: Self.start)
        #expect(book.isDoubted(Self.lane))
        var written = before
        written.doubtedSince = Self.start
        _ = book.apply([written], now: Self.start)
        #expect(book.isDoubted(Self.lane))
        _ = book.apply([before], now: Self.start)
        #expect(!book.isDoubted(Self.lane))
    }
}
