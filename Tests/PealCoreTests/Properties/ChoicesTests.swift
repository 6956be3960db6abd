import PealCore
import Testing

@Suite("The simplest counterexample of a property")
struct ChoicesTests {
    private let lists = Property<[Int]> { choices in
        choices.array(count: 0...50) { $0.integer(in: -1_000...1_000) }
    }

    @Test("A list with one wrong element shrinks to that element alone, as small as it can be wrong")
    func one() async throws {
        let found = await lists.counterexample { list in
            try demand(list.allSatisfy { $0 < 613 }, "all are below 613")
        }
        #expect(try #require(found).value == [613])
        #expect(try #require(found).reason == "all are below 613")
    }

    @Test("A fault that takes two elements shrinks to two, in order")
    func two() async throws {
        let found = await lists.counterexample { list in
            try demand(Array(list.reversed()) == list, "it reads the same from behind")
        }
        #expect(try #require(found).value == [0, 1])
    }

    @Test("Numbers shrink to the nearest to zero that refutes, on either side of it", arguments: [-40, 17])
    func nearest(_ limit: Int) async throws {
        let numbers = Property { $0.integer(in: Int.min...Int.max) }
        let found = await numbers.counterexample { number in
            try demand(limit < 0 ? number > limit : number < limit, "beyond \(limit)")
        }
        #expect(try #require(found).value == limit)
    }

    @Test("A text keeps only the characters that matter, each the simplest")
    func text() async throws {
        let texts = Property { $0.text(count: 0...30, of: "abc) (") }
        let found = await texts.counterexample { text in try demand(!text.contains("("), "no bracket") }
        #expect(try #require(found).value == "(")
        let short = await texts.counterexample { text in try demand(text.count < 4, "short") }
        #expect(try #require(short).value == "aaaa")
    }

    @Test("What holds has no counterexample, and every case was tried")
    func holds() async {
        var tried = 0
        let found = await Property(cases: 77) { $0.integer(in: 1...9) }.counterexample { number in
            tried += 1
            try demand((1...9).contains(number), "in range")
        }
        #expect(found == nil)
        #expect(tried == 77)
    }

    @Test("A property that too few values say something about is an issue, also where none refutes it")
    func irrelevant() async {
        let numbers = Property(cases: 100) { $0.integer(in: 1...9) }
        await numbers.check(relevant: 100) { $0 > 0 }
        await withKnownIssue { await numbers.check(relevant: 1) { $0 > 9 } }
        await withKnownIssue { await numbers.check(relevant: 101) { $0 > 0 } }
    }

    @Test("A seed tries the same values again; both ends of a range come up")
    func repeats() async {
        func values(seed: UInt64) async -> [Int64] {
            var values: [Int64] = []
            _ = await Property(cases: 400, seed: seed) { $0.integer(in: -3_000_000_000...5_000_000_000) }
                .counterexample { values.append($0) }
            return values
        }
        let first = await values(seed: 7)
        #expect(await values(seed: 7) == first)
        #expect(await values(seed: 8) != first)
        #expect(first.min() == -3_000_000_000)
        #expect(first.max() == 5_000_000_000)
        #expect(first.contains(0))
    }

    @Test("A choice repeated from a script that does not fit is the nearest that does")
    func repeatsBadScripts() {
        var choices = Choices(repeating: [9_999, 1])
        #expect(choices.element(of: ["a", "b"]) == "b")
        #expect(choices.integer(in: 5...9) == 6)
        #expect(choices.integer(in: -3...9) == 0)
        #expect(choices.optional { $0.flag() } == nil)
        #expect(choices.array(count: 2...9) { $0.number(upTo: 7) } == [0, 0])
    }

    @Test("A release that forgets that clocks change is caught, in the simplest place where it is wrong (R087)")
    func plantedMutation() async throws {
        let found = try #require(
            await Property(cases: 2_000, of: QuietMoment.init).counterexample { moment in
                let window = moment.window
                let zone = moment.zone.rules
                guard window.isQuiet(at: moment.instant, in: zone) else { return }
                let shown = zone.local(at: moment.instant)
                let minutes = window.end.minutesSinceMidnight - shown.time.minutesSinceMidnight
                let wait = (minutes > 0 ? minutes : minutes + 1_440) * 60 - shown.second
                let forgetful = Timestamp(seconds: moment.instant.seconds + Int64(wait))
                try demand(window.release(after: moment.instant, in: zone) == forgetful, "clocks never change")
            }
        )
        // One second before the clocks jump from 02:00 to 03:00, and the first end that lies in the gap.
        let simplest = "00:00–02:01, 2010-03-28T01:59:59 in Berlin, 2010-03-28T00:59:59Z"
        #expect(found.value.description == simplest)
        #expect(found.description.contains("clocks never change\n  for \(simplest)\n  (seed 1, case "))
    }
}
