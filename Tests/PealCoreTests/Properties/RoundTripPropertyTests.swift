@testable import PealCore
import Testing

@Suite("Properties of stored and written forms")
struct RoundTripPropertyTests {
    @Test("A trace is read as it was written, also one joined of two texts")
    func traces() async {
        let pairs = Property(cases: 1_500) { choices in
            (0..<2).map { _ in choices.array(count: 0...8) { Trace.Step(&$0) } }
        }
        await pairs.check { parts in
            let text = parts.map { Trace($0).encoded }.joined()
            let read = Trace(encoded: text)
            try demand(read.steps == parts.flatMap(\.self), "\(text) reads as \(read)")
            try demand(!text.utf8.contains(0), "a NUL would end it in the store")
        }
    }

    @Test("Entries with a letter that only a newer version knows are left out, and no others")
    func newerTraces() async {
        let traces = Property(cases: 1_500) { choices in
            choices.array(count: 0...8) { (Trace.Step(&$0), $0.optional { NewerEntry(&$0) }) }
        }
        await traces.check { entries in
            let text = entries.map { Trace([$0]).encoded + ($1?.description ?? "") }.joined()
            let read = Trace(encoded: text)
            try demand(read.steps == entries.map(\.0), "\(text) reads as \(read)")
        }
    }

    @Test("Damaged traces give fewer entries and never a crash")
    func damaged() async {
        let texts = Property(cases: 1_500) { $0.text(count: 0...40, of: "abjkzAFG:;()\\ muted\u{301}") }
        await texts.check { text in
            try demand(Trace(encoded: text).steps.count <= text.count, "at most one entry a character")
        }
    }

    @Test("A duration is read as ISO 8601 writes it")
    func durations() async {
        let nanoseconds = Property(cases: 1_500) { choices in
            Duration.seconds(choices.integer(in: Int64(0)...3_153_599_999))
                + .nanoseconds(choices.integer(in: Int64(0)...999_999_999))
        }
        await nanoseconds.check { duration in
            try demand(Duration(iso8601: duration.iso8601) == duration, duration.iso8601)
        }
    }

    @Test("An instant is read as RFC 3339 writes it, in any offset")
    func instants() async {
        let instants = Property(cases: 1_500) { choices in
            WrittenInstant(
                milliseconds: choices.integer(in: Int64(-62_135_510_400_000)...253_402_214_400_000),
                offsetMinutes: choices.integer(in: -1_439...1_439)
            )
        }
        await instants.check { written in
            let instant = Timestamp(milliseconds: written.milliseconds)
            try demand(Timestamp(rfc3339: instant.rfc3339) == instant, instant.rfc3339)
            let text = written.text
            try demand(Timestamp(rfc3339: text) == instant, text)
        }
    }

    @Test("A date is read as it was written, and days count on")
    func dates() async {
        await Property(cases: 1_500) { $0.integer(in: -719_162...2_932_895) }.check { day in
            let date = CalendarDate(daysSince1970: day)
            try demand(date.daysSince1970 == day, "\(date) is day \(date.daysSince1970)")
            try demand(CalendarDate(iso: date.iso) == date, date.iso)
            let next = CalendarDate(daysSince1970: day + 1)
            try demand(next > date, "\(next) follows \(date)")
            try demand(next.weekday == date.weekday % 7 + 1, "\(date) is \(date.weekday), \(next) is \(next.weekday)")
        }
    }

    @Test("A local time is read as it was written")
    func localTimes() async {
        let shown = Property(cases: 1_500) { choices in
            // The years 1 to 9999.
            LocalDateTime(secondsSince1970: choices.integer(in: Int64(-62_135_596_800)...253_402_300_799))
        }
        await shown.check { local in
            try demand(LocalDateTime(iso8601: local.description) == local, local.description)
            let rebuilt = LocalDateTime(date: local.date, time: local.time, second: local.second)
            try demand(rebuilt == local, "\(rebuilt)")
        }
    }

    @Test("No text crashes a reader of time")
    func readers() async {
        let alphabet = "0129:-+.TZPDHMSWwdhms,/J<>é\u{0}"
        let readable = [
            "P1DT2H", "PT0.25S", "72h", "2030-01-15T12:00:00Z", "2030-01-15T12:00:00.5+01:00", "22:00",
            "2030-01-15T12:00:00", "2030-01-15", "CET-1CEST,M3.5.0,M10.5.0/3",
        ]
        let texts = Property(cases: 3_000) { choices in
            // Half of them nearly right: a reader takes hardly any that is random.
            guard choices.flag() else { return choices.text(count: 0...40, of: alphabet) }
            var text = Array(choices.element(of: readable))
            for _ in 0..<choices.integer(in: 0...2) {
                text[choices.integer(in: 0...(text.count - 1))] = choices.element(of: Array(alphabet))
            }
            return String(text)
        }
        await texts.check(relevant: 200) { text in
            var read = 0
            if let duration = Duration(iso8601: text) {
                try demand(Duration(iso8601: duration.iso8601) == duration, "\(duration)")
                read += 1
            }
            if let duration = Duration(catalog: text) {
                try demand(duration >= .zero, "\(duration)")
                read += 1
            }
            if let instant = Timestamp(rfc3339: text) {
                try demand(Timestamp(rfc3339: instant.rfc3339) == instant, instant.rfc3339)
                read += 1
            }
            if let time = LocalTime(text) {
                try demand(time.description == text, "\(time)")
                read += 1
            }
            if let local = LocalDateTime(iso8601: text) {
                try demand(LocalDateTime(iso8601: local.description) == local, "\(local)")
                read += 1
            }
            if let date = CalendarDate(iso: text) {
                try demand(date.iso == text, "\(date)")
                read += 1
            }
            if let rules = try? ZoneRules(initialOffset: 0, posixRule: text) {
                try demand(ZoneRules.offsetRange.contains(rules.offset(at: 1_800_000_000)), "an offset out of range")
                read += 1
            }
            return read > 0
        }
    }
}

/// An instant and the offset to write it in.
private struct WrittenInstant {
    let milliseconds: Int64
    let offsetMinutes: Int

    var text: String {
        let shifted = Timestamp(milliseconds: milliseconds + Int64(offsetMinutes) * 60_000).rfc3339.dropLast()
        let (hours, minutes) = (abs(offsetMinutes) / 60, abs(offsetMinutes) % 60)
        return shifted + (offsetMinutes < 0 ? "-" : "+") + String(zeroPadded: hours, width: 2) + ":"
            + String(zeroPadded: minutes, width: 2)
    }
}
