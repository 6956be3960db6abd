import PealCore
import Testing

@Suite("The rate gate")
struct RateGateTests {
    static let start = Timestamp(seconds: 1_000)

    @Test("Never more than 1.2 times the rate passes in any second", arguments: [1, 5, 50, 600, 10_000])
    func rate(_ perSecond: Int) {
        var gate = RateGate(perSecond: perSecond, now: Self.start)
        var passed: [Int] = []
        // An endless crowd asks every millisecond for five seconds.
        for millisecond in 0..<5_000 {
            let now = Self.start + .milliseconds(millisecond)
            let count = gate.opensAt(now: now) == nil ? gate.available(now: now) : 0
            gate.take(count, now: now)
            passed.append(count)
        }
        let most = (0..<4_000).map { passed[$0..<($0 + 1_000)].reduce(0, +) }.max() ?? 0
        #expect(most <= max(Int(Double(perSecond) * 1.2) + 1, 2))
        let whole = passed.reduce(0, +)
        #expect(whole >= perSecond * 4, "the rate is used: \(whole) in 5 s")
    }

    @Test("It says when it opens, and is open then", arguments: [1, 7, 600, 10_000])
    func opening(_ perSecond: Int) throws {
        var gate = RateGate(perSecond: perSecond, now: Self.start)
        gate.take(gate.available(now: Self.start), now: Self.start)
        let opensAt = try #require(gate.opensAt(now: Self.start))
        #expect(opensAt > Self.start)
        #expect(gate.opensAt(now: opensAt) == nil)
        #expect(gate.available(now: opensAt) >= 1)
    }

    @Test("What urgent deliveries overdraw, the others wait for; never more than a second's worth")
    func overdraft() throws {
        var gate = RateGate(perSecond: 100, now: Self.start)
        gate.take(100_000, now: Self.start)
        #expect(gate.available(now: Self.start) == 0)
        let opensAt = try #require(gate.opensAt(now: Self.start))
        #expect(opensAt <= Self.start + .milliseconds(1_100))
    }

    @Test("A clock that goes back opens nothing and breaks nothing")
    func backwards() {
        var gate = RateGate(perSecond: 10, now: Self.start)
        gate.take(2, now: Self.start)
        #expect(gate.available(now: Self.start - .seconds(60)) == 0)
        #expect(gate.available(now: Self.start + .seconds(1)) == 2)
    }
}
