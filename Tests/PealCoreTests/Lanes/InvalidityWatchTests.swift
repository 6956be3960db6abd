import PealCore
import Testing

@Suite("The watch over addresses declared dead")
struct InvalidityWatchTests {
    static let start = Timestamp(seconds: 1_000)

    @Test("A normal share of dead addresses never alarms", arguments: [0, 1, 5, 20])
    func normal(_ percent: Int) {
        var watch = InvalidityWatch(now: Self.start)
        for number in 0..<20_000 {
            let verdict = watch.note(isDead: number % 100 < percent, now: Self.start + .milliseconds(number * 500))
            #expect(verdict == .normal)
        }
    }

    @Test("A few dead ones are no alarm, whatever their share")
    func few() {
        var watch = InvalidityWatch(now: Self.start)
        for _ in 0..<19 { #expect(watch.note(isDead: true, now: Self.start) == .normal) }
    }

    @Test("A jump alarms once, names when it began, and clears when the share is normal again")
    func jump() {
        var watch = InvalidityWatch(now: Self.start)
        for _ in 0..<50 { _ = watch.note(isDead: false, now: Self.start) }
        var verdicts: [InvalidityWatch.Verdict] = []
        for number in 0..<100 { verdicts.append(watch.note(isDead: true, now: Self.start + .seconds(number))) }
        #expect(verdicts.firstIndex { $0 != .normal } == 19)
        #expect(verdicts[19] == .raised(since: Self.start))
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
        var watch = InvalidityWatch(now: Self.start, alarmedSince: Self.start)
        #expect(watch.note(isDead: true, now: Self.start) == .alarmed)
        watch.clear(now: Self.start)
        #expect(watch.note(isDead: true, now: Self.start) == .normal)
    }
}
