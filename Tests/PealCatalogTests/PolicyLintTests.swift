import PealCatalog
import PealCore
import Testing

@Suite("Zones, limits, retention and room are checked before they do harm")
struct PolicyLintTests {
    private static let limit = "limits: [{types: [first], scope: org, max: 1, per: day"
    private static let digestLimit = "\(limit), onExceed: digest, body: \"{{count}}\"}]"

    /// A limit that digests a type with a member of its own.
    private static func digested(_ path: String, _ member: String, per: String = "day") -> LintCase {
        LintCase(
            "bad-value",
            path,
            ("app: demo", "\(digestLimit.replacing("per: day", with: "per: \(per)")) # here\napp: demo"),
            ("    link:", "    \(member)\n    link:")
        )
    }

    /// A type's rule beside a retention.
    private static func counted(_ path: String, _ member: String, retention: String) -> LintCase {
        LintCase(
            "bad-value",
            "types.first.\(path)",
            ("app: demo", "retention: {\(retention)}\napp: demo"),
            ("    link:", "    \(member) # here\n    link:")
        )
    }

    private static let night =
        "quietHours: {default: {start: \"22:00\", end: \"08:00\"}, exempt: {priority: [critical]}}"

    /// A type whose pushes of the night expire before quiet hours end.
    private static func held(_ member: String) -> LintCase {
        let (first, rest) = (member.prefix { $0 != "\n" }, member.drop { $0 != "\n" })
        return LintCase(
            "held-until-expired",
            "types.first.ttl",
            ("app: demo", "\(night)\napp: demo"),
            ("    link:", "    \(first) # here\(rest)\n    link:"),
            severity: .warning
        )
    }

    @Test(
        "a short ttl is no mistake where quiet hours hold nothing until it ends",
        arguments: [
            (night, "ttl: 10h"), (night, "ttl: 15m\n    bypass: [quietHours]"),
            (night, "ttl: 15m\n    quietAction: inAppOnly"), (night, "ttl: 15m\n    priority: critical"),
            (night, "ttl: 15m\n    bypass: {quietHours: {if: {recipientRole: admin}}}"),
            (night + "\nfeatures: {quietHours: false}", "ttl: 15m"), ("# no quiet hours", "ttl: 15m"),
        ]
    )
    func briefTypes(app: String, type: String) {
        var edits = [("app: demo", "\(app)\napp: demo"), ("    link:", "    \(type)\n    link:")]
        if app.contains("features") { edits.insert(("features: {actions: true, broadcast: true}\n", ""), at: 0) }
        let (reading, _) = SmallCatalog.read(edits)
        #expect(reading.catalog != nil && reading.findings.isEmpty, "\(reading.findings)")
    }

    static let broken: [LintCase] = [
        LintCase("unknown-zone", "timeZone", ("Europe/Berlin", "Europe/Berlln # here")),
        LintCase("unknown-zone", "timeZone", ("Europe/Berlin", "europe/berlin # here")),
        .top("unknown-zone", "limits[0].tz", "\(limit), tz: Mars/X}]"),
        .top("bad-value", "limits[0].tz", "\(limit), tz: \"../etc\"}]"),
        digested("limits[0].onExceed", "individual: true"),
        digested("limits[0].onExceed", "priority: critical"),
        digested(
            "limits[0].onExceed",
            "priority: {default: critical, rules: [{if: {recipientRole: admin}, then: critical}]}"
        ),
        digested("limits[0].per", "ttl: 25h"),
        digested("limits[0].per", "ttl: 72h", per: "calendar-week"),
        digested("limits[0].per", "ttl: 28d", per: "calendar-month"),
        digested("limits[0].per", "ttl: 1h", per: "calendar-hour"),
        LintCase(
            "missing-copy",
            "limits[0]",
            ("app: demo", "\(limit), onExceed: digest}] # here\napp: demo"),
            severity: .warning
        ),
        .top("unknown-variable", "limits[0].body", "\(limit), onExceed: digest, body: \"{{many}} new\"}]"),
        .top("unknown-locale", "limits[0].body.fr", "\(limit), onExceed: digest, body: {en: New, fr: Neuf}}]"),
        .top("missing-copy", "limits[0].body", "\(limit), onExceed: digest, body: {de: Neu}}]"),
        .top("bad-value", "limits[0].title", "\(limit), onExceed: reject, title: New, body: New}]"),
        .top("bad-value", "limits[0].body", "\(limit), body: New}]"),
        held("ttl: 9h"),
        held("ttl: 15m\n    priority: {default: critical, rules: [{if: {recipientRole: admin}, then: high}]}"),
        LintCase(
            "short-retention",
            "retention.inbox",
            ("app: demo", "retention: {inbox: 23h} # here\napp: demo"),
            severity: .warning
        ),
        counted("throttle.per", "throttle: {max: 1, per: 3d, onExceed: suppress}", retention: "deliveryLog: 2d"),
        counted("digest.window", "digest: {key: x, window: 50h, body: New}", retention: "inbox: 2d"),
        LintCase(
            "unbounded-title",
            "types.first.title",
            ("budgets: {title: 40, body: 60}\n", ""),
            ("title: Hello", "title: \"{{name}}\" # here"),
            severity: .warning
        ),
        LintCase(
            "unbounded-title",
            "types.first.title",
            ("budgets: {title: 40, body: 60}", "budgets: {ios: {title: 40}, body: 60}"),
            ("title: Hello", "title: \"{{name}}\" # here"),
            severity: .warning
        ),
    ]

    @Test("a broken rule gives exactly its finding", arguments: broken)
    func finding(_ broken: LintCase) throws {
        try LintRuleTests().finding(broken)
    }

    @Test(
        "what is only near a fault is none",
        arguments: [
            [("app: demo", "\(digestLimit)\napp: demo"), ("    link:", "    ttl: 26h\n    link:")],
            [
                ("app: demo", "\(digestLimit)\napp: demo"),
                ("    link:", "    priority: {default: critical, variable: true}\n    link:"),
            ],
            [
                ("app: demo", "\(limit), onExceed: queue}]\napp: demo"),
                ("    link:", "    individual: true\n    link:"),
            ],
            [
                ("app: demo", "\(limit), onExceed: digest}]\napp: demo"),
                ("    link:", "    digest: {key: x, window: 5m, body: New}\n    link:"),
            ],
            [("app: demo", "\(limit), tz: Asia/Kathmandu}]\napp: demo")],
            [("timeZone: Europe/Berlin", "timeZone: UTC")],
            [("app: demo", "retention: {inbox: 1d, deliveryLog: 1d, audit: 1d}\napp: demo")],
            [
                ("app: demo", "retention: {inbox: 2d}\napp: demo"),
                ("    link:", "    digest: {key: x, window: 2d, body: New}\n    link:"),
            ],
            [("budgets: {title: 40, body: 60}\n", "")],
        ]
    )
    func fine(_ edits: [(String, String)]) {
        #expect(SmallCatalog.read(edits).reading.findings == [])
    }

    @Test("a limit's digest has a text of its own, in every language")
    func words() throws {
        let copy = "title: {en: New, de: Neu}, body: {en: \"{{count}} new\", de: \"{{count}} neue\"}"
        let line = "\(Self.limit), onExceed: digest, \(copy)}]"
        let reading = SmallCatalog.read([("app: demo", "\(line)\napp: demo")]).reading
        #expect(reading.findings == [])
        let catalog = try #require(reading.catalog)
        let type = try #require(catalog.type("first"))
        let words = catalog.digestCopy(of: DigestWindowKey.limit("first"), for: type)
        #expect(words.title?.byLocale["de"]?.source == "Neu")
        #expect(words.body?.byLocale["de"]?.source == "{{count}} neue")
        #expect(catalog.digestCopy(of: DigestWindowKey.digest("first", key: "x"), for: type).isEmpty)
    }

    @Test("without a text of its own a limit's digest has the text of the type's digest")
    func digestWords() throws {
        let reading = SmallCatalog.read([
            ("app: demo", "\(Self.limit), onExceed: digest}]\napp: demo"),
            ("    link:", "    digest: {key: x, window: 5m, body: {en: New, de: Neu}}\n    link:"),
        ]).reading
        let catalog = try #require(reading.catalog)
        let type = try #require(catalog.type("first"))
        #expect(catalog.digestCopy(of: DigestWindowKey.limit("first"), for: type).body?.byLocale["de"]?.source == "Neu")
    }

    @Test("what is wrong for several types of a limit is told once")
    func once() {
        let limit = Self.digestLimit.replacing("[first]", with: "[first, second]").replacing("count", with: "many")
        let second = """
              second: {category: news, audience: {allow: [users]}, title: T, body: B, link: /, data: {
                name: {type: string, example: Sam}, startsAt: {type: instant, example: "2026-11-20T18:00:00Z"}}}

            """
        let edits = [("app: demo", "\(limit)\napp: demo"), ("types:\n", "types:\n\(second)")]
        #expect(SmallCatalog.read(edits).reading.findings.map(\.path) == ["limits[0].body"])
    }
}
