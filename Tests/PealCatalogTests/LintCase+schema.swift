extension LintCase {
    /// Keys, shapes and types of values.
    static let schema: [LintCase] = [
        .top("unknown-key", "timezone", "timezone: x"),
        .top("missing-key", "alerts[0].rule", "alerts: [{threshold: 1}]"),
        .top("bad-value", "alerts[0].rule", "alerts: [{rule: errors}]"),
        .top("unknown-key", "alerts[0].above", "alerts: [{rule: backlog-age, above: 5m}]"),
        .top("duplicate-id", "alerts[1]", "alerts: [{rule: backlog-age}, {rule: backlog-age}]"),
        .top("bad-value", "alerts[0].threshold", "alerts: [{rule: delivery-errors, threshold: 20}]"),
        .top("bad-value", "alerts[0].threshold", "alerts: [{rule: backlog-age, threshold: 0.5}]"),
        .top("bad-value", "alerts[0].threshold", "alerts: [{rule: breaker-open, threshold: 2}]"),
        .top("bad-value", "alerts[0].minimum", "alerts: [{rule: breaker-open, minimum: 2}]"),
        .top("bad-value", "alerts[0].minimum", "alerts: [{rule: delivery-errors, minimum: 0}]"),
        .top("missing-key", "alerts[0]", "alerts: [{rule: target-open-rate}]"),
        .member("wrong-type", "ordered", "ordered: often"),
        .member("bad-value", "supersedes", "supersedes: []"),
        .member("unknown-type", "supersedes", "supersedes: [frist]"),
        .member("bad-value", "supersedes", "supersedes: [first]"),
        .member("bad-value", "resolves", "resolves: []"),
        .member("missing-key", "resolves.types", "resolves: {same: [name]}"),
        .member("unknown-type", "resolves", "resolves: {types: [frist], same: [name]}"),
        .member(
            "unknown-variable",
            "resolves.same",
            "resolves: {types: [first], same: [nmae]}",
            also: ["bad-value"]
        ),
        .member("bad-value", "presentation", "presentation: loud"),
        .member("missing-key", "platforms.prefer", "platforms: {}"),
        .member("bad-value", "platforms.prefer", "platforms: {prefer: []}"),
        .member("unknown-key", "platforms.only", "platforms: {prefer: [web], only: [web]}"),
        .member("unknown-type", "resolves", "resolves: [frist]"),
        .member("bad-value", "resolves", "resolves: [first]"),
        .member("bad-value", "actors.notRecipient", "actors: {roles: [admin], notRecipient: true}"),
        .member("missing-key", "digest.key", "digest: {window: 5m}"),
        .member("unknown-key", "digest.every", "digest: {key: x, window: 5m, every: 1h}", also: ["missing-copy"]),
        .member("bad-value", "digest.minItems", "digest: {key: x, window: 5m, minItems: 1}", also: ["missing-copy"]),
        .member("bad-value", "digest.edge", "digest: {key: x, window: 5m, edge: middle}", also: ["missing-copy"]),
        .member("unknown-variable", "digest.body", "digest: {key: x, window: 5m, body: \"{{many}} new\"}"),
        .member("unknown-variable", "digest.key", "digest: {key: \"{{who}}\", window: 5m}", also: ["missing-copy"]),
        .member("missing-key", "throttle.per", "throttle: {max: 3}"),
        .member(
            "bad-value",
            "throttle.onExceed",
            "throttle: {max: 3, per: 5m, onExceed: drop}",
            also: ["missing-copy"]
        ),
        .member("bad-value", "summary.over", "summary: {over: 0}"),
        .member("bad-value", "digest", "individual: true\n    digest: {key: x, window: 5m}", also: ["missing-copy"]),
        .member("bad-value", "throttle", "individual: true\n    throttle: {max: 3, per: 5m}", also: ["missing-copy"]),
        LintCase("missing-key", "name", ("app: demo\nname: Demo", "app: demo # here")),
        LintCase(
            "missing-key",
            "types.first.link",
            ("    link: /things/{{entityId}}\n", ""),
            ("  first:", "  first: # here")
        ),
        LintCase(
            "missing-key",
            "types.first.audience",
            ("    audience: {default: {members: {of: parent}}, allow: [members, users]}\n", ""),
            ("  first:", "  first: # here")
        ),
        LintCase("bad-value", "app", ("app: demo", "app: De mo # here")),
        LintCase("bad-value", "timeZone", ("timeZone: Europe/Berlin", "timeZone: ../etc/passwd # here")),
        LintCase("bad-value", "locales[1]", ("[en, de]", "[en, \"d e\"] # here")),
        LintCase("duplicate-id", "locales[2]", ("[en, de]", "[en, de, en] # here")),
        LintCase("bad-value", "name", ("name: Demo", "name: \"\" # here")),
        LintCase("wrong-type", "name", ("name: Demo", "name: [Demo] # here")),
        LintCase("wrong-type", "providers", ("[fcm]", "fcm # here")),
        LintCase(
            "wrong-type",
            "features.actions",
            ("{actions: true, broadcast: true}", "{actions: yes, broadcast: true} # here")
        ),
        LintCase("secret", "name", ("name: Demo", "name: sk_live_0123456789abcdef # here")),
        LintCase("duplicate-key", "name", ("name: Demo", "name: Demo # here\nname: Again")),
        LintCase("duplicate-key", "first", ("  first:", "  first: {} # here\n  first:")),
        LintCase("yaml-syntax", "", ("name: Demo", "name: Demo: x # here")),
        LintCase(
            "bad-value",
            "types.First",
            (
                "types:",
                "types:\n  First: {category: news, audience: {allow: [users]}, title: T, body: B, link: /} # here"
            )
        ),
        LintCase(
            "bad-value",
            "types.first.audience.default",
            ("{members: {of: parent}}, allow: [members, users]}", "everybody, allow: [users]} # here")
        ),
        LintCase(
            "bad-value",
            "types.first.audience.default.members.of",
            ("{of: parent}}, allow: [members, users]}", "{of: above}}, allow: [members, users]} # here")
        ),
        LintCase(
            "bad-value",
            "types.first.audience.allow[1]",
            ("allow: [members, users]}", "allow: [members, user]} # here")
        ),
        .member("bad-value", "if", "if: {actorKind: user, data: {name: x}}"),
        .member("bad-value", "if.any", "if: {any: []}"),
        .member("bad-value", "if.actorKind", "if: {actorKind: robot}"),
        .member("bad-value", "priority", "priority: urgent"),
        .member("missing-key", "priority.default", "priority: {rules: []}"),
        .member("bad-value", "once", "once: ever"),
        .member("missing-key", "dedupe.window", "dedupe: {key: x}"),
        .member("bad-value", "dedupe.window", "dedupe: {key: x, window: 1 hour}"),
        .member("bad-value", "bypass[0]", "bypass: [sleep]"),
        .member("bad-value", "ttl", "ttl: 90d"),
        .member("bad-value", "fallback", "fallback: email"),
        .member("bad-value", "quietAction", "quietAction: wait"),
        .member("bad-value", "requires", "requires: {}"),
        .member("bad-value", "requires.entity", "requires: {entity: put}"),
        .member("bad-value", "actions[0].kind", "actions: [{id: a, title: A, kind: reply}]"),
        .member("missing-key", "actions[0].title", "actions: [{id: a, kind: dismiss}]"),
        LintCase(
            "bad-value",
            "types.first.data.entityId",
            ("    data:", "    data:\n      entityId: {type: string, example: x} # here")
        ),
        LintCase(
            "bad-value",
            "types.first.data.size.type",
            ("    data:", "    data:\n      size: {type: decimal, example: x} # here")
        ),
        LintCase(
            "missing-key",
            "types.first.data.size.example",
            ("    data:", "    data:\n      size: {type: integer} # here")
        ),
    ]

    /// What holds for the whole app.
    static let policies: [LintCase] =
        [
            LintCase("bad-value", "providers[1]", ("[fcm]", "[fcm, gcm] # here")),
            LintCase("duplicate-id", "providers[1]", ("[fcm]", "[fcm, fcm] # here")),
            LintCase("bad-value", "budgets.title", ("{title: 40, body: 60}", "{title: many, body: 60} # here")),
            .top("bad-value", "retry", "retry: {delays: [1s], max: 2}"),
            .top("bad-value", "retry.delays", "retry: {delays: []}"),
            .top("bad-value", "retry.delays[1]", "retry: {delays: [1s, soon]}"),
            .top("bad-value", "retry.max", "retry: {max: 99}"),
            .top("missing-key", "retry.max", "retry: {base: 1s}"),
            .top("bad-value", "retry.jitter", "retry: {max: 1, jitter: 2}"),
            .top("bad-value", "onUnknown", "onUnknown: resent"),
            .top("bad-value", "badge", "badge: all"),
            .top("bad-value", "inbox.readOn", "inbox: {readOn: open}"),
            .top("unknown-key", "inbox.read", "inbox: {read: tap}"),
            LintCase(
                "no-inbox",
                "inbox.readOn",
                ("features: {actions: true", "inbox: {readOn: view} # here\nfeatures: {inbox: false, actions: true")
            ),
            .top("wrong-type", "mute.counts", "mute: {counts: some}"),
            .top("bad-value", "mute.collapse", "mute: {collapse: category}"),
            .top("unknown-key", "mute.count", "mute: {count: false}"),
            .top("no-effect", "mute.counts", "badge: unread\nmute: {counts: false}"),
            LintCase(
                "no-inbox",
                "mute",
                ("features: {actions: true", "mute: {collapse: thread} # here\nfeatures: {inbox: false, actions: true")
            ),
            .top("bad-value", "permission.strategy", "permission: {strategy: never}"),
            .top("bad-value", "permission.strategy", "permission: {strategy: afterMilestone()}"),
            .top("missing-key", "quietHours.default", "quietHours: {enabled: true}"),
            .top("bad-value", "quietHours.default.end", "quietHours: {default: {start: \"22:00\", end: \"25:00\"}}"),
            .top(
                "bad-value",
                "quietHours.action",
                "quietHours: {default: {start: \"22:00\", end: \"08:00\"}, action: wait}"
            ),
            .top(
                "bad-value",
                "quietHours.exempt.priority[0]",
                "quietHours: {default: {start: \"22:00\", end: \"08:00\"}, exempt: {priority: [urgent]}}"
            ),
            .top("bad-value", "priorityAliases.high", "priorityAliases: {high: low}"),
            .top("bad-value", "presentation.closed.high", "presentation: {closed: {high: loud}}"),
            .top("unknown-key", "presentation.asleep", "presentation: {asleep: {}}"),
            .top("bad-value", "retention.inbox", "retention: {inbox: 30}"),
        ]
        + ["javascript", "vbscript", "data", "file", "intent"].map { scheme in
            LintCase(
                "bad-value",
                "links.scheme",
                (
                    "scheme: demo, routes: [/, \"/things/{id}\"], fallback: /}",
                    "scheme: \(scheme), routes: [/, \"/things/{id}\"], fallback: /} # here"
                )
            )
        }
        // What begins with two slashes is another host.
        + ["things", "//evil.example"].map { route in
            LintCase(
                "bad-value",
                "links.routes[0]",
                ("[/, \"/things/{id}\"], fallback: /}", "[\(route), /, \"/things/{id}\"], fallback: /} # here")
            )
        }
}
