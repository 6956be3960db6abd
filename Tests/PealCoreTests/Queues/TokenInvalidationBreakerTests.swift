import PealCore
import Testing

@Suite("The watch over addresses declared dead")
struct TokenInvalidationBreakerTests {
    static let start = Timestamp(seconds: 1_000)

    @Test("A normal share of dead addresses never alarms", arguments: [0, 1, 5, 20])
    func normal(_ percent: Int) {
        var watch = TokenInvalidationBreaker()
        for number in 0..<20_000 {
            let verdict = watch.note(
                isDead: number * percent % 100 < percent,
                now: Self.start + .milliseconds(number * 500)
            )
            #expect(verdict == .normal)
        }
    }

    @Test(
        "A few dead ones are no alarm, whatever their share, nor are twenty in a week",
        arguments: [(19, 1, 0), (60, 2, 10_000)]
    )
    func few(answers: Int, oneDeadIn share: Int, secondsApart: Int) {
        var watch = TokenInvalidationBreaker()
        for number in 0..<answers {
            let at = Self.start + .seconds(secondsApart * number)
            #expect(watch.note(isDead: number % share == 0, now: at) == .normal)
        }
    }

    @Test("A jump alarms once, names when it began, and clears when the share is normal again")
    func jump() {
        var watch = TokenInvalidationBreaker()
        for _ in 0..<50 { _ = watch.note(isDead: false, now: Self.start) }
        var verdicts: [TokenInvalidationBreaker.Verdict] = []
        for number in 0..<100 { verdicts.append(watch.note(isDead: true, now: Self.start + .seconds(number))) }
        #expect(verdicts.firstIndex { $0 != .normal } == 19, "20 of the last 70")
        #expect(verdicts[19] == .raised(since: Self.start, mismatched: []))
        #expect(verdicts[20...].allSatisfy { $0 == .alarmed })
        #expect(watch.alarmedSince == Self.start + .seconds(19))
        var cleared = 0
        for number in 0..<5_000 {
            let later = Self.start + .seconds(1_300 + number)
            if watch.note(isDead: false, now: later) == .cleared { cleared += 1 }
        }
        #expect(cleared == 1 && watch.alarmedSince == nil)
    }

    @Test("An operator's word ends it, and it starts afresh")
    func word() {
        var watch = TokenInvalidationBreaker(alarmedSince: Self.start)
        #expect(watch.note(isDead: true, now: Self.start) == .alarmed)
        watch.clear()
        #expect(watch.note(isDead: true, now: Self.start) == .normal)
    }

    @Test("However many answers a day has, a set that is declared dead at once alarms within its first addresses")
    func large() {
        var watch = TokenInvalidationBreaker()
        for number in 0..<100_000 { _ = watch.note(isDead: number % 200 == 0, now: Self.start + .milliseconds(number)) }
        var accepted = 0
        for number in 0..<1_000 {
            let verdict = watch.note(isDead: true, now: Self.start + .milliseconds(100_000 + number))
            if verdict == .normal { accepted += 1 }
        }
        #expect(accepted <= 20)
    }
}
