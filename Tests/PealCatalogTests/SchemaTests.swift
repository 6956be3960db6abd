import PealCatalog
import PealCore
import Testing

@Suite("What a catalog file says becomes the value")
struct SchemaTests {
    private func type(_ line: String) throws -> NotificationType {
        let (reading, _) = SmallCatalog.read([("    link:", "    \(line)\n    link:")])
        return try #require(reading.catalog?.types.first, "\(reading.findings)")
    }

    private func catalog(_ line: String) throws -> Catalog {
        let (reading, _) = SmallCatalog.read([("app: demo", "\(line)\napp: demo")])
        return try #require(reading.catalog, "\(reading.findings)")
    }

    @Test(
        "retry schedules",
        arguments: [
            ("retry: {delays: [1s, 5s, 30s]}", RetrySchedule.delays([.seconds(1), .seconds(5), .seconds(30)])),
            ("retry: {max: 1}", .exponential(max: 1, base: .seconds(10), factor: 2, jitter: 0.2)),
            (
                "retry: {max: 3, base: 2s, factor: 3, jitter: 0}",
                .exponential(max: 3, base: .seconds(2), factor: 3, jitter: 0)
            ),
        ]
    )
    func retry(line: String, schedule: RetrySchedule) throws {
        #expect(try catalog(line).retry == schedule)
        #expect(try type(line).retry == schedule)
    }

    @Test("the short form of eta means what the specification says (R199, R200)")
    func eta() throws {
        let (reading, _) = SmallCatalog.read([LintCase.declared("{requests: [first]}")])
        let rules = try #require(reading.catalog?.eta, "\(reading.findings)")
        #expect(rules == EtaRules(time: "startsAt", requests: ["first"]))
        #expect(rules.opens == .seconds(7_200) && rules.clears == .seconds(1_800) && rules.hostRole == "host")
        #expect(rules.active == ["confirmed", "checked-in"])
    }

    @Test("alerts: shares, durations, and rules that are off")
    func alerts() throws {
        let line = """
            alerts: [{rule: delivery-errors, threshold: 1, minimum: 5}, {rule: backlog-age, threshold: 10m}, \
            {rule: target-open-rate, enabled: false}]
            """
        let settings = [
            AlertSetting(.deliveryErrors, threshold: 1, minimum: 5), AlertSetting(.backlogAge, threshold: 600),
            AlertSetting(.openRate, isEnabled: false),
        ]
        #expect(try catalog(line).alerts == settings)
    }

    @Test("the order of pushes about one entity", arguments: [("ordered: true", true), ("thread: x", false)])
    func order(line: String, isOrdered: Bool) throws { #expect(try type(line).isOrdered == isOrdered) }

    @Test(
        "a claim may be for ever, and one that names the transition needs it",
        arguments: [
            ("once: transition", "{{type}}:{{entity}}:{{transition}}", nil, true),
            ("dedupe: {key: \"{{type}}:{{entity}}\", window: 1h}", "{{type}}:{{entity}}", .seconds(3600), false),
            ("dedupe: {key: \"{{transition}}\", window: forever}", "{{transition}}", nil, true),
        ] as [(String, String, Duration?, Bool)]
    )
    func dedupe(line: String, key: String, window: Duration?, needsTransition: Bool) throws {
        let rule = try #require(try type(line).dedupe)
        #expect(rule.key.source == key)
        #expect(rule.window == window && rule.needsTransition == needsTransition)
    }

    @Test(
        "priorities",
        arguments: [
            ("priority: high", PriorityRule(fallback: .high)),
            ("priority: variable", PriorityRule(fallback: .normal, variable: true)),
            ("priority: {variable: true, default: low}", PriorityRule(fallback: .low, variable: true)),
            (
                "priority: {default: low, rules: [{if: {actorKind: [admin, system]}, then: critical}]}",
                PriorityRule(
                    fallback: .low,
                    rules: [.init(condition: .actorKind([.admin, .system]), priority: .critical)]
                )
            ),
        ]
    )
    func priority(line: String, rule: PriorityRule) throws { #expect(try type(line).priority == rule) }

    @Test(
        "conditions",
        arguments: [
            ("{recipientRole: [admin, member]}", Condition.recipientRole(["admin", "member"])),
            ("{recipientOwns: {entity: thing, status: open}}", .recipientOwns(EntityTypeID("thing"), status: ["open"])),
            ("{data: {name: Sam}}", .data(name: "name", value: .string("Sam"))),
            (
                "{all: [{actorKind: user}, {any: [{recipientRole: admin}]}]}",
                .all([.actorKind([.user]), .any([.recipientRole(["admin"])])])
            ),
        ]
    )
    func conditions(yaml: String, condition: Condition) throws {
        #expect(try type("if: \(yaml)").condition == condition)
    }

    @Test("a locale called `no` is a locale and a bare text is the default locale's")
    func norway() throws {
        let (reading, _) = SmallCatalog.read([
            ("[en, de]", "[no, en]"), ("    title: News", "    title: {no: Nytt, en: News}"),
            ("      en: \"{{name}}", "      no: \"{{name}}"),
        ])
        let catalog = try #require(reading.catalog, "\(reading.findings)")
        #expect(catalog.defaultLocale == "no")
        #expect(catalog.types.first?.title.text(for: "no")?.source == "Hello")
    }

    @Test("an app that says little gets the documented defaults")
    func defaults() throws {
        let catalog = try #require(SmallCatalog.read([]).reading.catalog)
        #expect(
            catalog.retention
                == Retention(
                    inbox: .seconds(30 * 86_400),
                    deliveryLog: .seconds(30 * 86_400),
                    audit: .seconds(400 * 86_400)
                )
        )
        #expect(catalog.staleAfter == .seconds(90 * 86_400))
        #expect(catalog.retry == .exponential(max: 3, base: .seconds(10), factor: 2, jitter: 0.2))
        #expect(catalog.onUnknown == .resend && catalog.badge == .unseen && catalog.quietHours == nil)
        #expect(catalog.preferenceDefaults == ChannelSwitches(push: true, email: false, inApp: true))
        let type = try #require(catalog.types.first)
        #expect(type.enabled && !type.includeActor && type.ttl == .seconds(72 * 3600) && type.fallback == Fallback.none)
    }

    @Test("channel defaults of a category build on those of the app")
    func channelDefaults() throws {
        let (reading, _) = SmallCatalog.read([
            ("app: demo", "defaults: {email: true}\napp: demo"),
            ("    title: News", "    title: News\n    defaults: {push: false}"),
        ])
        let category = try #require(reading.catalog?.categories.first)
        #expect(category.defaults == ChannelSwitches(push: false, email: true, inApp: true))
    }
}
