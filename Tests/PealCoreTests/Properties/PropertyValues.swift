@testable import PealCore

/// A zone written out here, so that these tests need no zone files.
struct TestZone: CustomStringConvertible {
    let name: String
    let rules: ZoneRules

    var description: String { name }

    /// The simplest first: changes twice a year, by half an hour, at midnight, by a day, back over midnight, never.
    static let all: [TestZone] = [
        ("Berlin", try? ZoneFixtures.zone(ZoneFixtures.berlin)),
        ("New York", try? ZoneFixtures.zone(ZoneFixtures.newYork)),
        ("Lord Howe", try? ZoneFixtures.zone(ZoneFixtures.lordHowe)),
        ("Havana", try? ZoneFixtures.zone("CST5CDT,M3.2.0/0,M11.1.0/1")),
        ("Cairo", try? ZoneFixtures.zone("EET-2EEST,M4.5.5/0,M10.5.4/24")),
        ("São Paulo", try? ZoneFixtures.saoPaulo()),
        ("Apia", try? ZoneFixtures.apia()),
        ("St John's", try? ZoneFixtures.zone("NST3:30NDT,M3.2.0/0:01,M11.1.0/0:01")),
        ("UTC", .utc),
    ].compactMap { name, rules in rules.map { TestZone(name: name, rules: $0) } }

    init(name: String, rules: ZoneRules) {
        self.name = name
        self.rules = rules
    }

    /// Any of them.
    init(_ choices: inout Choices) { self = choices.element(of: Self.all) }
}

/// An instant in a zone, mostly near a change of its clocks.
struct Moment: CustomStringConvertible {
    let zone: TestZone
    let instant: Timestamp

    var description: String { "\(zone.rules.local(at: instant)) in \(zone), \(instant.rfc3339)" }

    init(_ choices: inout Choices) {
        zone = TestZone(&choices)
        // From 2010 to 2060.
        let second = 1_262_304_000 + choices.integer(in: Int64(0)...1_577_836_800)
        let isNear = !choices.flag(onceIn: 4)
        let center = isNear ? zone.rules.transition(after: second) ?? second : second
        let distance = choices.integer(in: Int64(-172_800)...86_400)
        instant = Timestamp(milliseconds: (center + distance) * 1_000 + choices.integer(in: 0...999))
    }
}

/// A quiet window and a moment.
struct QuietMoment: CustomStringConvertible {
    let window: QuietWindow
    let moment: Moment

    var zone: TestZone { moment.zone }
    var instant: Timestamp { moment.instant }
    var description: String { "\(window.start)–\(window.end), \(moment)" }

    init(_ choices: inout Choices) {
        window = QuietWindow(start: LocalTime(&choices), end: LocalTime(&choices))
        moment = Moment(&choices)
    }
}

extension LocalTime {
    init(_ choices: inout Choices) { self.init(secondOfDay: choices.integer(in: 0...1_439) * 60) }
}
