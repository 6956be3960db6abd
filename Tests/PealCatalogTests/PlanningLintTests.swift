import PealCatalog
import PealCore
import Testing

@Suite("Limits and schedules are read, and their faults found")
struct PlanningLintTests {
    private static let schedule = "schedule: {entity: thing, at: startsAt, offset: -1h"

    static let broken: [LintCase] = [
        .top("unknown-type", "limits[0].types", "limits: [{types: [secnd], scope: org, max: 1, per: day}]"),
        .top("missing-key", "limits[0].scope", "limits: [{types: [first], max: 1, per: day}]"),
        .top("bad-value", "limits[0].max", "limits: [{types: [first], scope: org, max: 0, per: day}]"),
        .top("bad-value", "limits[0].per", "limits: [{types: [first], scope: org, max: 1, per: calendar-year}]"),
        .top("bad-value", "limits[0].scope", "limits: [{types: [first], scope: group, max: 1, per: day}]"),
        .top(
            "bad-value",
            "limits[0].onExceed",
            "limits: [{types: [first], scope: org, max: 1, per: day, onExceed: drop}]"
        ),
        .top("unknown-key", "limits[0].zone", "limits: [{types: [first], scope: org, max: 1, per: day, zone: app}]"),
        .top(
            "duplicate-id",
            "limits[1]",
            "limits: [{types: first, scope: org, max: 1, per: day}, {types: first, scope: actor, max: 1, per: day}]"
        ),
        .member("missing-key", "schedule.at", "schedule: {entity: thing, offset: -1h}"),
        .member("unknown-entity", "schedule.entity", "schedule: {entity: think, at: startsAt}"),
        .member("unknown-time", "schedule.at", "schedule: {entity: thing, at: startAt}"),
        .member("unknown-time", "schedule.until", "\(schedule), until: endsAt}"),
        .member("missing-key", "schedule", "schedule: {at: endsAt}"),
        .member("bad-value", "schedule.offset", "schedule: {at: startsAt, offset: an hour}"),
        .member("bad-value", "schedule.offset", "schedule: {at: startsAt, offset: -400d}"),
        .member("unknown-status", "schedule.while.status", "\(schedule), while: {status: [opened]}}"),
        .member("unknown-status", "schedule.unless.status", "\(schedule), unless: {status: done}}"),
        .member("unknown-variable", "schedule.from.nam", "\(schedule), from: {nam: title}}"),
        .member("bad-value", "schedule.from.name", "\(schedule), from: {name: startsAt}}"),
        LintCase(
            "schedule-without-audience",
            "types.first.audience",
            (
                "    audience: {default: {members: {of: parent}}, allow: [members, users]}",
                "    audience: {allow: [members, users]} # here"
            ),
            ("    link:", "    \(schedule)}\n    link:")
        ),
    ]

    @Test("a broken limit or schedule gives exactly its finding", arguments: broken)
    func finding(_ broken: LintCase) throws {
        try LintRuleTests().finding(broken)
    }

    @Test("a schedule names its entity itself where only one has the time")
    func schedule() throws {
        let line = "schedule: {at: startsAt, offset: 4h, while: {status: open}, from: {name: title}}"
        let reading = SmallCatalog.read([("    link:", "    \(line)\n    link:")]).reading
        let rule = try #require(reading.catalog?.schedules.first)
        #expect(
            rule
                == ScheduleRule(
                    type: "first",
                    entity: "thing",
                    time: "startsAt",
                    offset: .seconds(4 * 3600),
                    statuses: ["open"],
                    sources: ["name": "title"]
                )
        )
    }

    @Test("a limit has a name, a zone and an answer of its own where the file gives none")
    func limit() throws {
        let line = "limits: [{types: [first], scope: actor, max: 3, per: calendar-week}]"
        let reading = SmallCatalog.read([("app: demo", "\(line)\napp: demo")]).reading
        let limits = try #require(reading.catalog).limits(of: "first")
        #expect(
            limits == [
                SenderLimit(
                    id: "first-week",
                    types: ["first"],
                    scope: .actor,
                    max: 3,
                    per: .week,
                    zone: .org,
                    onExceed: .reject
                )
            ]
        )
        #expect(reading.catalog?.limits(of: "second").isEmpty == true)
    }

    @Test("the shipped catalogs limit announcements and schedule their reminders")
    func shipped() throws {
        let nhs = try #require(try ShippedCatalogTests.reading("nhs").catalog)
        #expect(nhs.limits(of: "announcement").map(\.max) == [10])
        let gss = try #require(try ShippedCatalogTests.reading("gss").catalog)
        #expect(gss.schedules.map(\.offset) == [.seconds(-3600)])
        let dsober = try #require(try ShippedCatalogTests.reading("dsober").catalog)
        #expect(dsober.schedules.map(\.offset) == [.seconds(4 * 3600)])
    }
}
