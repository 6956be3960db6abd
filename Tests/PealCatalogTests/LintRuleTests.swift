import PealCatalog
import Testing

/// One broken catalog and the one finding it must give.
struct LintCase: Sendable, CustomTestStringConvertible {
    var code: String
    var path: String
    var old: String
    var new: String
    var severity = Finding.Severity.error
    var testDescription: String { "\(code) at \(path)" }

    init(_ code: String, _ path: String, _ old: String, _ new: String, _ severity: Finding.Severity = .error) {
        self.code = code
        self.path = path
        self.old = old
        self.new = new
        self.severity = severity
    }
}

@Suite("Every lint rule finds its fault, once, at its line")
struct LintRuleTests {
    @Test("the small catalog is clean")
    func clean() {
        let reading = SmallCatalog.read([]).reading
        #expect(reading.findings == [])
        #expect(reading.catalog?.types.count == 1)
    }

    @Test("a broken catalog gives exactly its finding", arguments: schema + copy + links + rules)
    func finding(_ broken: LintCase) throws {
        let (reading, line) = SmallCatalog.read([(broken.old, broken.new)])
        let finding = try #require(reading.findings.first)
        #expect(reading.findings.count == 1, "\(reading.findings.map { "\($0.line) \($0.path) \($0.code): \($0.message)" })")
        #expect(finding.code == broken.code)
        #expect(finding.path == broken.path)
        #expect(finding.severity == broken.severity)
        #expect(finding.line == line)
        #expect(!finding.message.isEmpty)
        #expect((reading.catalog == nil) == (broken.severity == .error))
    }

    static let schema = [
        LintCase("unknown-key", "timezone", "app: demo", "timezone: x # here\napp: demo"),
        LintCase("unknown-key", "types.first.digest", "    link:", "    digest: {} # here\n    link:"),
        LintCase("missing-key", "name", "app: demo\nname: Demo", "app: demo # here"),
        LintCase("missing-key", "types.first.link", "  first:", "  first: # here").replacing("    link: /things/{{entityId}}\n"),
        LintCase("bad-value", "app", "app: demo", "app: De mo # here"),
        LintCase("bad-value", "timeZone", "timeZone: Europe/Berlin", "timeZone: ../etc/passwd # here"),
        LintCase("bad-value", "locales[1]", "[en, de]", "[en, \"d e\"] # here"),
        LintCase("duplicate-id", "locales[2]", "[en, de]", "[en, de, en] # here"),
        LintCase("bad-value", "providers[1]", "[fcm]", "[fcm, gcm] # here"),
        LintCase("wrong-type", "providers", "[fcm]", "fcm # here"),
        LintCase("wrong-type", "features.actions", "{actions: true, broadcast: true}", "{actions: yes, broadcast: true} # here"),
        LintCase("bad-value", "budgets.title", "{title: 40, body: 60}", "{title: many, body: 60} # here"),
        LintCase("bad-value", "retry", "app: demo", "retry: {delays: [1s], max: 2} # here\napp: demo"),
        LintCase("bad-value", "retry.delays[1]", "app: demo", "retry: {delays: [1s, soon]} # here\napp: demo"),
        LintCase("bad-value", "retry.max", "app: demo", "retry: {max: 99} # here\napp: demo"),
        LintCase("missing-key", "retry.max", "app: demo", "retry: {base: 1s} # here\napp: demo"),
        LintCase("bad-value", "onUnknown", "app: demo", "onUnknown: resent # here\napp: demo"),
        LintCase("bad-value", "badge", "app: demo", "badge: all # here\napp: demo"),
        LintCase("bad-value", "permission.strategy", "app: demo", "permission: {strategy: never} # here\napp: demo"),
        LintCase("missing-key", "quietHours.default", "app: demo", "quietHours: {enabled: true} # here\napp: demo"),
        LintCase(
            "bad-value", "quietHours.default.end", "app: demo",
            "quietHours: {default: {start: \"22:00\", end: \"25:00\"}} # here\napp: demo"),
        LintCase("bad-value", "quietHours.action", "app: demo", quiet("action: wait")),
        LintCase("bad-value", "quietHours.exempt.priority[0]", "app: demo", quiet("exempt: {priority: [urgent]}")),
        LintCase("bad-value", "priorityAliases.high", "app: demo", "priorityAliases: {high: low} # here\napp: demo"),
        LintCase("bad-value", "presentation.closed.high", "app: demo", "presentation: {closed: {high: loud}} # here\napp: demo"),
        LintCase("bad-value", "retention.inbox", "app: demo", "retention: {inbox: 30} # here\napp: demo"),
        LintCase("bad-value", "links.scheme", "scheme: demo, routes: [/, \"/things/{id}\"], fallback: /}",
                 "scheme: javascript, routes: [/, \"/things/{id}\"], fallback: /} # here"),
        LintCase("bad-value", "links.routes[0]", "[/, \"/things/{id}\"], fallback: /}",
                 "[things, /, \"/things/{id}\"], fallback: /} # here"),
        LintCase("secret", "name", "name: Demo", "name: sk_live_0123456789abcdef # here"),
        LintCase("duplicate-key", "name", "name: Demo", "name: Demo # here\nname: Again"),
        LintCase("yaml-syntax", "", "name: Demo", "name: Demo: x # here"),
        LintCase("bad-value", "types.first.audience.default", "{members: {of: parent}}, allow: [members, users]}",
                 "everybody, allow: [users]} # here"),
        LintCase("bad-value", "types.first.if", "    link:", "    if: {actorKind: user, data: {name: x}} # here\n    link:"),
        LintCase("bad-value", "types.first.if.any", "    link:", "    if: {any: []} # here\n    link:"),
        LintCase("bad-value", "types.first.once", "    link:", "    once: ever # here\n    link:"),
        LintCase("missing-key", "types.first.dedupe.window", "    link:", "    dedupe: {key: x} # here\n    link:"),
        LintCase("bad-value", "types.first.bypass[0]", "    link:", "    bypass: [sleep] # here\n    link:"),
        LintCase("bad-value", "types.first.ttl", "    link:", "    ttl: 90d # here\n    link:"),
        LintCase("bad-value", "types.first.data.entityId", "    data:",
                 "    data:\n      entityId: {type: string, example: x} # here"),
    ]

    static let copy = [
        LintCase("unknown-variable", "types.first.title", "title: Hello", "title: Hello {{nam}} # here"),
        LintCase("unknown-variable", "types.first.body.en", "en: \"{{name}} at", "en: \"{{type}} at # here"
        ).replacing(" {{startsAt | time}}\"", "").with(new: "en: \"{{type}}\" # here", old: "en: \"{{name}} at {{startsAt | time}}\""),
        LintCase("unknown-variable", "types.first.thread", "    link:", "    thread: \"{{place}}\" # here\n    link:"),
        LintCase("unknown-variable", "types.first.collapse", "    link:", "    collapse: \"{{place}}\" # here\n    link:"),
        LintCase("unknown-variable", "types.first.dedupe.key", "    link:",
                 "    dedupe: {key: \"{{type}}{{place}}\", window: 1h} # here\n    link:"),
        LintCase("bad-template", "types.first.title", "title: Hello", "title: Hello {{name # here"),
        LintCase("bad-template", "categories.news.title", "title: News", "title: News {{x}} # here"),
        LintCase("bad-formatter", "types.first.title", "title: Hello", "title: \"{{name | time}}\" # here"),
        LintCase("bad-formatter", "types.first.title", "title: Hello", "title: \"{{startsAt | money}}\" # here"),
        LintCase("bad-formatter", "types.first.title", "title: Hello", "title: \"{{entityId | number}}\" # here"),
        LintCase("copy-too-long", "types.first.title", "title: Hello",
                 "title: An unmistakably long heading of {{name}} # here"),
        LintCase("missing-copy", "types.first.body", "    body:\n      en:", "    body: # here\n      de:"),
        LintCase("unknown-locale", "types.first.body.fr", "    body:", "    body:\n      fr: Bonjour # here"),
        LintCase("bad-example", "types.first.data.startsAt.example", "\"2026-11-20T18:00:00Z\"}", "soon} # here"),
        LintCase("bad-example", "types.first.data.name.example", "example: Sam}", "example: 12} # here"),
        LintCase("optional-in-copy", "types.first.body.en", "example: Sam}", "example: Sam, optional: true}", .warning)
            .marking("{{startsAt | time}}\""),
    ]

    static let links = [
        LintCase("bad-link", "types.first.link", "/things/{{entityId}}", "/thing/{{entityId}} # here"),
        LintCase("bad-link", "types.first.link", "/things/{{entityId}}", "https://evil.example/things/1 # here"),
        LintCase("bad-link", "links.fallback", "fallback: /}", "fallback: /home} # here"),
        LintCase("bad-link", "types.first.actions[0].link", "    link:",
                 "    actions:\n      - {id: a, title: A, kind: open-app, link: /nowhere} # here\n    link:"),
    ]

    static let rules = [
        LintCase("unreachable-rule", "types.first.priority.rules[1]", "    link:", priority(
            "- {if: {recipientRole: [admin, member]}, then: high}", "- {if: {recipientRole: admin}, then: low} # here")),
        LintCase("unreachable-rule", "types.first.priority.rules[1]", "    link:", priority(
            "- {then: high}", "- {if: {actorKind: user}, then: low} # here")),
        LintCase("unreachable-rule", "types.first.priority.rules[1]", "    link:", priority(
            "- {if: {recipientOwns: {entity: thing}}, then: high}",
            "- {if: {recipientOwns: {entity: thing, status: open}}, then: low} # here")),
        LintCase("unknown-entity", "types.first.if", "    link:", "    if: {recipientOwns: {entity: ting}} # here\n    link:"),
        LintCase("unknown-status", "types.first.if", "    link:",
                 "    if: {recipientOwns: {entity: thing, status: opened}} # here\n    link:"),
        LintCase("unknown-role", "types.first.if", "    link:", "    if: {recipientRole: adnim} # here\n    link:"),
        LintCase("unknown-variable", "types.first.if", "    link:", "    if: {data: {nam: x}} # here\n    link:"),
        LintCase("bad-value", "types.first.if", "    link:", "    if: {data: {name: 3}} # here\n    link:"),
        LintCase("unknown-entity", "entities.thing.parent", "parent: group, statuses: [open, closed], times: [startsAt]}",
                 "parent: grup, statuses: [open, closed], times: [startsAt]} # here"),
        LintCase("unknown-category", "types.first.category", "category: news", "category: new # here")
            .alsoFinding("empty-category"),
        LintCase("mandatory-without-fallback", "types.first.fallback", "    title: News", "    title: News\n    mandatory: always")
            .marking("  first:"),
        LintCase("unknown-role", "categories.news.mandatory.roles", "    title: News",
                 "    title: News\n    mandatory: {roles: [boss]} # here").alsoFinding("mandatory-without-fallback"),
        LintCase("empty-category", "categories.old", "  news:", "  old: # here\n    title: Old\n  news:", .warning),
        LintCase("duplicate-id", "categories.other", "  news:", "  other: # here\n    title: O\n    key: news\n  news:")
            .alsoFinding("empty-category"),
        LintCase("audience-not-allowed", "types.first.audience.default", "allow: [members, users]}", "allow: [users]} # here"),
        LintCase("unknown-role", "types.first.audience.default.members.role", "{of: parent}}, allow: [members, users]}",
                 "{of: parent, role: boss}}, allow: [members, users]} # here"),
        LintCase("unknown-entity", "types.first.audience.default.members.of", "{of: parent}}, allow: [members, users]}",
                 "{of: grop/g1}}, allow: [members, users]} # here"),
        LintCase("broadcast-off", "types.first.audience", "broadcast: true}", "broadcast: false}")
            .marking("allow: [members, users]}", replacement: "allow: [members, users, all]} # here"),
        LintCase("actions-off", "types.first.actions", "{actions: true,", "{actions: false,")
            .marking("    link:", replacement: "    actions: [{id: a, title: A, kind: dismiss}] # here\n    link:"),
        LintCase("too-many-actions", "types.first.actions", "    link:", "    actions: # here\n"
            + (0...10).map { "      - {id: a\($0), title: A, kind: dismiss}\n" }.joined() + "    link:"),
        LintCase("duplicate-id", "types.first.actions[1]", "    link:",
                 "    actions:\n      - {id: a, title: A, kind: dismiss}\n      - {id: a, title: B, kind: dismiss} # here\n    link:"),
    ]

    private static func quiet(_ member: String) -> String {
        "quietHours: {default: {start: \"22:00\", end: \"08:00\"}, \(member)} # here\napp: demo"
    }

    private static func priority(_ first: String, _ second: String) -> String {
        "    priority:\n      default: normal\n      rules:\n        \(first)\n        \(second)\n    link:"
    }
}
