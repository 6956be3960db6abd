import PealCore
import PealServer
import Testing

@testable import PealDemo

@Suite("The file of a world")
struct DemoWorldFileTests {
    private static let now = Timestamp(seconds: 1_795_212_000)  // 2026-11-20T22:00:00Z

    private static let lines = [
        "app: shop", "name: Shop", "tagline: Sells.", "accent: \"#000000\"", "timeZone: $hour:12",
        "users: [{id: ann, name: Ann, note: \"In {{city}}\", timeZone: $hour:12, phones: [{platform: ios}]}]",
        "entities: [{ref: order/1, name: One, times: {madeAt: -1h}}]",
        "events: [{title: Sent, explain: To Ann., trigger: {type: sent, entity: order/$uuid, data: {at: $time:2h, on: $day:5}}}]",
    ]

    @Test("is read, with its generated values filled in at the start and at the moment of an event")
    func generatedValues() throws {
        let app = try DemoWorldFile.read(Self.lines.joined(separator: "\n"), file: "a.yaml").located(at: Self.now)
        #expect(app.timeZone == "Pacific/Honolulu")
        #expect(app.users.map(\.note) == ["In Honolulu"])
        #expect(app.users.map(\.locale) == ["en"])
        #expect(app.pushServices == DemoApp.servicesOfPlatforms)
        #expect(app.entities.first?.entity(at: Self.now).times == ["madeAt": Self.now + .seconds(-3600)])
        let trigger = try #require(app.events.first).trigger.json(at: DemoMoment(now: Self.now + .seconds(30)))
        let expected: JSONValue = .object([
            "type": .string("sent"), "entity": .string("order/$uuid"), "actor": .object(["kind": .string("system")]),
            "data": .object(["at": .string("2026-11-21T00:00:00Z"), "on": .string("2026-11-25")]),
        ])
        #expect(trigger == expected)
    }

    @Test(
        "is refused with what is wrong and where",
        arguments: [
            (1, "nam: Shop", "/name: is required"), (1, "nam: Shop", "/nam: unknown field `nam`; did you mean `name`?"),
            (4, "timeZone: $hour:24", "/timeZone: must be a time zone, or $hour: with an hour from 0 to 23"),
            (4, "timeZone: Europe/Pariss", "/timeZone: unknown time zone `Europe/Pariss`"),
            (6, "entities: [{ref: order, name: One}]", "/entities/0/ref: must be type/id"),
            (6, "entities: [{ref: a/1, name: One, times: {at: soon}}]", "/entities/0/times/at: must be a duration"),
            (
                7, "events: [{title: A, explain: B, trigger: {type: a, data: {at: $tme:1h}}}]",
                "unknown generated value `$tme:1h`"
            ),
            (7, "events: [{title: A, explain: B, trigger: {type: a}}]", "/events/0/trigger/data: is required"),
            (7, "name: Twice", "duplicate key `name`"), (7, "events: [", "invalid YAML"),
        ]
    )
    func refused(line: Int, text: String, problem: String) {
        var lines = Self.lines
        lines[line] = text
        let error = #expect(throws: ServerError.self) {
            try DemoWorldFile.read(lines.joined(separator: "\n"), file: "a.yaml")
        }
        #expect(error?.message.hasPrefix("a.yaml") == true)
        #expect(error?.message.contains(problem) == true, "\(error?.message ?? "")")
    }
}
