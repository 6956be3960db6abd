@testable import PealCore
import Testing

@Suite(
    "Quiet windows against a scan of every minute",
    .enabled(if: ZoneFixtures.hasSystemZones)
)
struct QuietWindowPropertyTests {
    static let names = [
        "Europe/Berlin", "Europe/London", "Europe/Dublin", "Europe/Lisbon", "America/New_York", "America/St_Johns",
        "America/Sao_Paulo", "America/Caracas", "America/Nuuk", "America/Havana", "Africa/Casablanca", "Africa/Cairo",
        "Asia/Kathmandu", "Asia/Tehran", "Asia/Gaza", "Asia/Pyongyang", "Australia/Lord_Howe", "Pacific/Apia",
        "Pacific/Chatham", "Pacific/Kiritimati", "Antarctica/Troll", "UTC",
    ]

    @Test("the release is the first minute that is not quiet", arguments: names)
    func agreesWithAScan(name: String) throws {
        let zone = try ZoneFixtures.systemZone(name)
        var generator = SeededGenerator(seed: name.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) })
        var checked = 0
        for round in 0..<60 {
            let instant = instant(in: zone, nearTransition: round % 3 != 0, using: &generator)
            let window = QuietWindow(start: time(using: &generator), end: time(using: &generator))
            guard window.isQuiet(at: instant, in: zone) else {
                #expect(window.release(after: instant, in: zone) == instant)
                continue
            }
            checked += 1
            // Since 1975 all offsets are whole minutes, so a window ends on a whole minute of UTC.
            var minute = instant.seconds / 60 + 1
            while isQuiet(minute: minute, window, zone) { minute += 1 }
            #expect(
                window.release(after: instant, in: zone) == Timestamp(seconds: minute * 60),
                "\(instant.rfc3339) \(window)"
            )
        }
        #expect(checked > 10)
    }

    @Test("the start is the first minute that is quiet", arguments: names)
    func startAgreesWithAScan(name: String) throws {
        let zone = try ZoneFixtures.systemZone(name)
        var generator = SeededGenerator(seed: name.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
        for round in 0..<60 {
            let instant = instant(in: zone, nearTransition: round % 3 != 0, using: &generator)
            let window = QuietWindow(start: time(using: &generator), end: time(using: &generator))
            guard !window.isOff else {
                #expect(window.start(after: instant, in: zone) == nil)
                continue
            }
            guard !window.isQuiet(at: instant, in: zone) else {
                #expect(window.start(after: instant, in: zone) == instant)
                continue
            }
            var minute = instant.seconds / 60 + 1
            while !isQuiet(minute: minute, window, zone) { minute += 1 }
            #expect(
                window.start(after: instant, in: zone) == Timestamp(seconds: minute * 60),
                "\(instant.rfc3339) \(window)"
            )
        }
    }

    @Test("the instant of a local time is the first whose clocks show it, or show more after a gap", arguments: names)
    func resolvesLikeAScan(name: String) throws {
        let zone = try ZoneFixtures.systemZone(name)
        var generator = SeededGenerator(seed: 42)
        for _ in 0..<30 {
            let near = instant(in: zone, nearTransition: true, using: &generator)
            let wanted = LocalDateTime(secondsSince1970: zone.local(at: near).secondsSince1970 / 60 * 60)
            // Nothing earlier than 27 hours before shows it, in any zone.
            let minutes = (near.seconds / 60 - 27 * 60)...(near.seconds / 60 + 1)
            let exact = minutes.first { zone.local(at: Timestamp(seconds: $0 * 60)) == wanted }
            #expect(zone.instant(of: wanted) == Timestamp(seconds: try #require(exact) * 60), "\(near.rfc3339)")
            let skipped = LocalDateTime(secondsSince1970: wanted.secondsSince1970 + 1800)
            let shown = minutes.lowerBound...minutes.upperBound + 27 * 60
            let first =
                shown.first { zone.local(at: Timestamp(seconds: $0 * 60)) == skipped }
                ?? shown.first { zone.local(at: Timestamp(seconds: $0 * 60)) > skipped }
            #expect(zone.instant(of: skipped) == Timestamp(seconds: try #require(first) * 60), "\(near.rfc3339)")
        }
    }

    private func isQuiet(minute: Int64, _ window: QuietWindow, _ zone: ZoneRules) -> Bool {
        let shown = zone.local(at: Timestamp(seconds: minute * 60)).time
        guard window.start <= window.end else { return shown >= window.start || shown < window.end }
        return shown >= window.start && shown < window.end
    }

    /// An instant from 1975 to 2100, on demand within a day of a change of the clocks.
    private func instant(
        in zone: ZoneRules,
        nearTransition: Bool,
        using generator: inout SeededGenerator
    ) -> Timestamp {
        let second = Int64.random(in: 157_766_400...4_102_444_800, using: &generator)
        let distance = Int64.random(in: -100_000_000...30_000_000, using: &generator)
        let millisecond = Int64.random(in: 0..<1000, using: &generator)
        let center = nearTransition ? zone.transition(after: second) ?? second : second
        return Timestamp(milliseconds: center * 1000 + distance + millisecond)
    }

    private func time(using generator: inout SeededGenerator) -> LocalTime {
        LocalTime(secondOfDay: .random(in: 0..<86_400, using: &generator))
    }
}
