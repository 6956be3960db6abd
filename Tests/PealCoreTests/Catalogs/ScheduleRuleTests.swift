import PealCore
import Testing

@Suite("Schedules that follow an entity (R066)")
struct ScheduleRuleTests {
    private static let start = Timestamp(seconds: 1_900_000_000)

    struct Example: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var status: String?
        var times: [String: Timestamp]
        var expected: Result<Timestamp, ScheduleRule.Absence>
    }

    static let examples = [
        Example(
            testDescription: "four hours after the time",
            status: "active",
            times: ["startsAt": start],
            expected: .success(start + .seconds(4 * 3600))
        ),
        Example(
            testDescription: "an entity that never had a status",
            status: nil,
            times: ["startsAt": start],
            expected: .success(start + .seconds(4 * 3600))
        ),
        Example(testDescription: "no such time", status: "active", times: [:], expected: .failure(.noTime)),
        Example(
            testDescription: "another status",
            status: "ended",
            times: ["startsAt": start],
            expected: .failure(.status)
        ),
        Example(
            testDescription: "an excepted status",
            status: "paused",
            times: ["startsAt": start],
            expected: .failure(.status)
        ),
        Example(
            testDescription: "over at that instant",
            status: "active",
            times: ["startsAt": start, "endsAt": start + .seconds(4 * 3600)],
            expected: .failure(.ended)
        ),
        Example(
            testDescription: "not over yet",
            status: "active",
            times: ["startsAt": start, "endsAt": start + .seconds(4 * 3600 + 1)],
            expected: .success(start + .seconds(4 * 3600))
        ),
    ]

    @Test("What an entity asks for follows from its times and status", arguments: examples)
    func plan(_ example: Example) {
        let rule = ScheduleRule(
            type: "reminder",
            entity: "session",
            time: "startsAt",
            offset: .seconds(4 * 3600),
            until: "endsAt",
            statuses: ["active", "paused"],
            exceptStatuses: ["paused"]
        )
        let entity = Self.session(status: example.status, times: example.times)
        let plan = Result { () throws(ScheduleRule.Absence) in try rule.plan(for: entity).dueAt }
        #expect(plan == example.expected)
    }

    @Test("Variables come from where the rule says, else from what is named like them")
    func variables() {
        let rule = ScheduleRule(
            type: "reminder",
            entity: "session",
            time: "startsAt",
            offset: .zero,
            sources: ["title": "name", "when": "startsAt", "state": "status", "place": "somewhere"]
        )
        var entity = Self.session(status: "active", times: ["startsAt": Self.start])
        entity.attributes = ["name": .string("Formal"), "place": .string("Hall"), "extra": .integer(1), "gone": .null]
        let data = rule.data(
            of: entity,
            for: ["title", "when", "state", "place", "gone", "unknown"].map {
                VariableDeclaration(name: $0, type: .string, example: .null, optional: false, personal: false)
            }
        )
        #expect(
            data == [
                "title": .string("Formal"), "when": .string(Self.start.rfc3339), "state": .string("active"),
                "place": .string("Hall"),
            ]
        )
    }

    @Test(
        "A local date and time names no zone",
        arguments: zip(
            ["2026-12-24T08:00", "2026-12-24T08:00:30", "2026-12-24T08:00Z", "2026-12-24", "2026-12-24T24:00"],
            ["2026-12-24T08:00:00", "2026-12-24T08:00:30", nil, nil, nil]
        )
    )
    func local(_ text: String, _ read: String?) {
        #expect(LocalDateTime(iso8601: text)?.description == read)
    }

    @Test("A local time comes first 14 hours east and last 12 hours west of UTC")
    func anywhere() throws {
        let local = try #require(LocalDateTime(iso8601: "2026-12-24T08:00"))
        #expect(local.earliestAnywhere.rfc3339 == "2026-12-23T18:00:00Z")
        #expect(local.latestAnywhere.rfc3339 == "2026-12-24T20:00:00Z")
    }

    private static func session(status: String?, times: [String: Timestamp]) -> Entity {
        Entity(
            ref: EntityRef(type: "session", id: "s1"),
            status: status,
            times: times,
            updatedAt: start
        )
    }
}
