@testable import PealCore
import Testing

@Suite("Properties of local time")
struct TimePropertyTests {
    @Test("R087: the release is the first instant that is not quiet")
    func release() async {
        await Property(cases: 1_000, of: QuietMoment.init).check(relevant: 100) { moment in
            let (window, zone) = (moment.window, moment.zone.rules)
            let release = window.release(after: moment.instant, in: zone)
            guard window.isQuiet(at: moment.instant, in: zone) else {
                try demand(release == moment.instant, "what is not quiet waits for nothing")
                return false
            }
            try demand(!window.isQuiet(at: release, in: zone), "\(release.rfc3339) is quiet")
            try demand(release > moment.instant, "\(release.rfc3339) is not later")
            try demand(release - moment.instant <= .seconds(49 * 3600), "\(release.rfc3339) is too late")
            var earlier = [Timestamp(milliseconds: release.milliseconds - 1)]
            for minute in stride(from: moment.instant.milliseconds, to: release.milliseconds, by: 420_000) {
                earlier.append(Timestamp(milliseconds: minute))
            }
            for instant in earlier where !window.isQuiet(at: instant, in: zone) {
                throw Refuted("\(release.rfc3339) is not the first: \(instant.rfc3339) is not quiet")
            }
            return true
        }
    }

    @Test("R087: a window and its complement never agree; a window that is off is never quiet")
    func complement() async {
        await Property(cases: 1_000, of: QuietMoment.init).check { moment in
            let complement = QuietWindow(start: moment.window.end, end: moment.window.start)
            let answers = [moment.window, complement].map { $0.isQuiet(at: moment.instant, in: moment.zone.rules) }
            try demand(answers.filter { $0 }.count == (moment.window.isOff ? 0 : 1), "quiet: \(answers)")
        }
    }

    @Test("R160: calendar windows hold their instant and tile time", arguments: CalendarUnit.allCases)
    func tiling(_ unit: CalendarUnit) async {
        await Property(cases: 700, of: Moment.init).check { moment in
            let zone = moment.zone.rules
            func window(_ instant: Timestamp) -> CalendarWindow {
                CalendarWindow(containing: instant, unit: unit, in: zone)
            }
            let found = window(moment.instant)
            try demand(found.contains(moment.instant), "\(found.start.rfc3339)…\(found.end.rfc3339) holds it")
            try demand(window(found.start) == found, "its start is in it")
            try demand(
                window(Timestamp(milliseconds: found.end.milliseconds - 1)) == found,
                "its last instant is in it"
            )
            try demand(window(found.end).start == found.end, "the next starts where it ends")
            try demand(
                window(Timestamp(milliseconds: found.start.milliseconds - 1)).end == found.start,
                "the one before ends where it starts"
            )
            let shown = zone.local(at: found.end)
            try demand(unit.start(of: shown.secondsSince1970) <= shown.secondsSince1970, "it ends on the calendar")
        }
    }

    @Test("A local time's instant shows it again, or is where a gap lets the clocks go on")
    func instants() async {
        await Property(cases: 1_000, of: Moment.init).check { moment in
            let zone = moment.zone.rules
            let wanted = zone.local(at: moment.instant)
            let first = zone.instant(of: wanted)
            try demand(zone.local(at: first) == wanted, "\(first.rfc3339) shows another time")
            try demand(first <= moment.instant, "\(first.rfc3339) is not the first")
            let later = LocalDateTime(secondsSince1970: wanted.secondsSince1970 + 1)
            try demand(zone.instant(of: later) > first, "a later local time comes later")
        }
    }

    @Test("A local time comes in no zone before it is that late anywhere, nor after it was so everywhere")
    func anywhere() async {
        await Property(cases: 1_000, of: Moment.init).check { moment in
            let shown = moment.zone.rules.local(at: moment.instant)
            // Up to a day on, so that local times in gaps come up too.
            for hours in [0, 1, 24] {
                let wanted = LocalDateTime(secondsSince1970: shown.secondsSince1970 + Int64(hours) * 3600)
                let instant = moment.zone.rules.instant(of: wanted)
                try demand(instant >= wanted.earliestAnywhere, "\(wanted) comes at \(instant.rfc3339), too early")
                try demand(instant <= wanted.latestAnywhere, "\(wanted) comes at \(instant.rfc3339), too late")
            }
        }
    }
}
