import PealCatalog

extension LintCase {
    /// Variables, formatters, locales, length and examples.
    static let copy: [LintCase] = [
        LintCase("unknown-variable", "types.first.title", ("title: Hello", "title: Hello {{nam}} # here")),
        LintCase(
            "unknown-variable",
            "types.first.body.en",
            ("\"{{name}} at {{startsAt | time}}\"", "\"{{name}} {{type}}\" # here")
        ),
        LintCase("unknown-variable", "types.first.link", ("/things/{{entityId}}", "/things/{{thing}} # here")),
        .member("unknown-variable", "thread", "thread: \"{{place}}\""),
        .member("unknown-variable", "collapse", "collapse: \"{{place}}\""),
        .member("unknown-variable", "dedupe.key", "dedupe: {key: \"{{type}}{{place}}\", window: 1h}"),
        LintCase("bad-template", "types.first.title", ("title: Hello", "title: Hello {{name # here")),
        LintCase("bad-template", "categories.news.title", ("    title: News", "    title: News {{x}} # here")),
        LintCase("bad-formatter", "types.first.title", ("title: Hello", "title: \"{{name | time}}\" # here")),
        LintCase("bad-formatter", "types.first.title", ("title: Hello", "title: \"{{startsAt | money}}\" # here")),
        LintCase("bad-formatter", "types.first.title", ("title: Hello", "title: \"{{entityId | number}}\" # here")),
        .member("unknown-variable", "digest.body", "digest: {key: x, window: 5m, body: \"{{sum many}} new\"}"),
        .member("bad-sum", "digest.body", "digest: {key: x, window: 5m, body: \"{{count}} {{sum startsAt}}\"}"),
        .member(
            "bad-sum",
            "digest.title",
            "digest: {key: x, window: 5m, title: \"{{sum name}}\", body: \"{{count}}\"}"
        ),
        .member(
            "sum-outside-digest",
            "throttle.body",
            "throttle: {max: 1, per: 5m, onExceed: digest, body: \"{{sum name}}\"}"
        ),
        LintCase("sum-outside-digest", "types.first.title", ("title: Hello", "title: \"{{sum name}}\" # here")),
        LintCase(
            "copy-too-long",
            "types.first.title",
            ("title: Hello", "title: An unmistakably long heading here about {{name}} # here")
        ),
        LintCase("missing-copy", "types.first.body", ("    body:\n      en:", "    body: # here\n      de:")),
        LintCase("unknown-locale", "types.first.body.fr", ("    body:", "    body:\n      fr: Bonjour # here")),
        LintCase("bad-example", "types.first.data.startsAt.example", ("\"2026-11-20T18:00:00Z\"}", "soon} # here")),
        LintCase("bad-example", "types.first.data.name.example", ("example: Sam}", "example: 12} # here")),
        LintCase(
            "optional-in-copy",
            "types.first.body.en",
            ("example: Sam}", "example: Sam, optional: true}"),
            ("{{startsAt | time}}\"", "{{startsAt | time}}\" # here"),
            severity: .warning
        ),
        LintCase(
            "optional-in-copy",
            "types.first.digest.body",
            (
                "example: Sam}",
                "example: Sam, optional: true, default: you}\n      place: {type: string, example: x, optional: true}"
            ),
            ("    link:", "    digest: {key: a, window: 5m, body: \"{{count}} at {{place}}\"} # here\n    link:"),
            severity: .warning
        ),
        LintCase(
            "bad-value",
            "types.first.data.name.default",
            ("example: Sam}", "example: Sam, default: you} # here")
        ),
        LintCase(
            "optional-entity",
            "types.first.link",
            (
                "    link: /things/{{entityId}}",
                "    requires: {entity: optional}\n    link: /things/{{entityId}} # here"
            )
        ),
        LintCase(
            "optional-entity",
            "types.first.thread",
            (
                "    link: /things/{{entityId}}",
                "    requires: {entity: optional}\n    thread: \"{{parentId}}\" # here\n    link: /?thing={{entityId}}"
            )
        ),
        LintCase(
            "optional-entity",
            "types.first.body.en",
            ("    link: /things/{{entityId}}", "    requires: {entity: optional}\n    link: /"),
            ("{{startsAt | time}}\"", "{{startsAt | time}} {{entityId}}\" # here")
        ),
    ]

    /// Links that lead nowhere.
    static let links: [LintCase] = [
        LintCase("bad-link", "types.first.link", ("/things/{{entityId}}", "/thing/{{entityId}} # here")),
        LintCase("bad-link", "types.first.link", ("/things/{{entityId}}", "/things/{{entityId}}/edit # here")),
        LintCase("bad-link", "types.first.link", ("/things/{{entityId}}", "https://evil.example/things/1 # here")),
        LintCase("bad-link", "links.fallback", ("fallback: /}", "fallback: /home} # here")),
        .member("bad-link", "actions[0].link", "actions: [{id: a, title: A, kind: open-app, link: /nowhere}]"),
    ]

    /// Conditions, entities, roles, categories, audiences and buttons.
    static let rules: [LintCase] = [
        unreachable("{if: {recipientRole: [admin, member]}, then: high}", "{if: {recipientRole: admin}, then: low}"),
        unreachable("{if: {actorKind: user}, then: high}", "{if: {actorKind: user}, then: low}"),
        unreachable("{then: high}", "{if: {actorKind: user}, then: low}"),
        unreachable(
            "{if: {recipientOwns: {entity: thing}}, then: high}",
            "{if: {recipientOwns: {entity: thing, status: open}}, then: low}"
        ),
        unreachable(
            "{if: {any: [{actorKind: user}, {recipientRole: admin}]}, then: high}",
            "{if: {all: [{actorKind: user}, {data: {name: x}}]}, then: low}"
        ),
        LintCase(
            "bad-value",
            "types.first.delayWhileActive",
            ("    link:", "    priority: critical\n    delayWhileActive: 20s # here\n    link:")
        ),
        LintCase(
            "bad-value",
            "types.first.delayWhileActive",
            ("    link:", "    ttl: 20s\n    delayWhileActive: 20s # here\n    link:")
        ),
        LintCase(
            "bad-value",
            "types.first.delayWhileActive.by",
            ("    link:", "    delayWhileActive: {for: 20s, by: thread} # here\n    link:")
        ),
        LintCase(
            "bad-value",
            "types.first.redeliver",
            ("    link:", "    ttl: 10s\n    redeliver: true # here\n    link:")
        ),
        .member("unknown-entity", "if", "if: {recipientOwns: {entity: ting}}"),
        .member("unknown-status", "if", "if: {recipientOwns: {entity: thing, status: opened}}"),
        .member("unknown-role", "if", "if: {recipientRole: adnim}"),
        .member("unknown-variable", "if", "if: {data: {nam: x}}"),
        .member("bad-value", "if", "if: {data: {name: 3}}"),
        LintCase(
            "unknown-entity",
            "entities.thing.parent",
            (
                "parent: group, statuses: [open, closed], times: [startsAt]}",
                "parent: grup, statuses: [open, closed], times: [startsAt]} # here"
            )
        ),
        LintCase(
            "unknown-category",
            "types.first.category",
            ("category: news", "category: new # here"),
            also: ["empty-category"]
        ),
        LintCase(
            "mandatory-without-fallback",
            "types.first.fallback",
            ("    title: News", "    title: News\n    mandatory: always"),
            ("  first:", "  first: # here")
        ),
        LintCase(
            "mandatory-without-fallback",
            "types.first.fallback",
            ("    title: News", "    title: News\n    mandatory: {roles: [admin]}"),
            ("    link:", "    fallback: none # here\n    link:")
        ),
        LintCase(
            "unknown-role",
            "categories.news.mandatory.roles",
            ("    title: News", "    title: News\n    mandatory: {roles: [boss]} # here"),
            ("    link:", "    fallback: inApp\n    link:")
        ),
        LintCase(
            "empty-category",
            "categories.old",
            ("  news:", "  old: # here\n    title: Old\n  news:"),
            severity: .warning
        ),
        LintCase(
            "duplicate-id",
            "categories.news",
            ("  news:", "  other:\n    title: O\n    key: news\n  news: # here"),
            also: ["empty-category"]
        ),
        LintCase(
            "audience-not-allowed",
            "types.first.audience.default",
            ("allow: [members, users]}", "allow: [users]} # here")
        ),
        LintCase(
            "audience-not-allowed",
            "types.first.audience",
            ("{default: {members: {of: parent}}, allow: [members, users]}", "{allow: []} # here")
        ),
        LintCase(
            "unknown-role",
            "types.first.audience.default.members.role",
            ("{of: parent}}, allow: [members, users]}", "{of: parent, role: boss}}, allow: [members, users]} # here")
        ),
        LintCase(
            "unknown-status",
            "types.first.audience.default.members.status",
            ("roles: [member, admin]}", "roles: [member, admin], memberStatuses: [active, left]}"),
            ("{of: parent}}, allow: [members, users]}", "{of: parent, status: actve}}, allow: [members, users]} # here")
        ),
        LintCase(
            "unknown-status",
            "types.first.audience.default.members.any[1].status[1]",
            ("roles: [member, admin]}", "roles: [member, admin], memberStatuses: [active, left]}"),
            (
                "{of: parent}}, allow: [members, users]}",
                "{of: parent, any: [{role: admin}, {status: [left, actve]}]}}, allow: [members, users]} # here"
            )
        ),
        LintCase(
            "unknown-status",
            "types.first.audience.default.members.status",
            ("statuses: [open, closed]", "memberStatuses: [active], statuses: [open, closed]"),
            (
                "{of: parent}}, allow: [members, users]}",
                "{of: thing/t1, status: open}}, allow: [members, users]} # here"
            )
        ),
        LintCase(
            "unknown-entity",
            "types.first.audience.default.members.of",
            ("{of: parent}}, allow: [members, users]}", "{of: grop/g1}}, allow: [members, users]} # here")
        ),
        LintCase(
            "broadcast-off",
            "types.first.audience",
            ("broadcast: true}", "broadcast: false}"),
            ("allow: [members, users]}", "allow: [members, users, all]} # here")
        ),
        .member(
            "too-many-actions",
            "actions",
            "actions: [" + (0...10).map { "{id: a\($0), title: A, kind: dismiss}" }.joined(separator: ", ") + "]"
        ),
        .member(
            "duplicate-id",
            "actions[1]",
            "actions: [{id: a, title: A, kind: dismiss}, {id: a, title: B, kind: dismiss}]"
        ),
    ]

    private static func unreachable(_ first: String, _ second: String) -> LintCase {
        LintCase(
            "unreachable-rule",
            "types.first.priority.rules[1]",
            (
                "    link:",
                "    priority:\n      default: normal\n      rules:\n        - \(first)\n        - \(second) # here\n    link:"
            )
        )
    }
}
