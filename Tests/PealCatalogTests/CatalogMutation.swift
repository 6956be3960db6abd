import Testing

/// A mistake in a shipped catalog: one part replaced by another, and what lint says of it.
struct CatalogMutation: Sendable, CustomTestStringConvertible {
    /// The catalog.
    let app: String
    /// The rule that must be named.
    let code: String
    /// What is replaced, and by what.
    let edit: (old: String, new: String)
    /// A part of the line that must be named; without it the line where the texts begin to differ.
    let line: String?

    init(_ app: String, _ code: String, _ old: String, _ new: String, line: String? = nil) {
        self.app = app
        self.code = code
        edit = (old, new)
        self.line = line
    }

    var testDescription: String { "\(app): \(code): \(edit.new.prefix(60))" }

    /// Names that are misspelt, and values that are none.
    static let spelling: [CatalogMutation] = [
        .init("gss", "unknown-key", "timeZone: Europe", "timezone: Europe"),
        .init("gss", "missing-key", "name: GSS\n", "", line: "# GSS client"),
        .init("gss", "unknown-zone", "Europe/Berlin", "Europe/Berln"),
        .init("gss", "unknown-key", "  quietHours: false", "  quiethours: false"),
        .init("gss", "wrong-type", "  inbox: true", "  inbox: yes"),
        .init("gss", "bad-value", "providers: [fcm,", "providers: [gcm,"),
        .init("gss", "duplicate-id", "webpush, apns, expo]", "webpush, apns, apns]"),
        .init("gss", "bad-value", "badge: unread", "badge: unreed"),
        .init("gss", "bad-value", "urgency: shown", "urgency: show"),
        .init("gss", "bad-value", "strategy: firstLaunch", "strategy: firstStart"),
        .init("gss", "unknown-key", "softPromptEvery: 30d", "softPromptsEvery: 30d"),
        .init("gss", "bad-link", "softPromptRoutes: [/settings/notifications]", "softPromptRoutes: [/settings]"),
        .init("gss", "bad-value", "foreground: {critical: full-screen", "foreground: {critical: fullscreen"),
        .init("gss", "bad-value", "inbox: 30d", "inbox: 30 days"),
        .init("gss", "bad-value", "delays: [1s, 5s, 30s]", "delays: [1s, 5s, 30]"),
        .init("gss", "bad-value", "onUnknown: resend", "onUnknown: retry"),
        .init("gss", "bad-value", "start: \"22:00\"", "start: \"22.00\""),
        .init("gss", "bad-value", "budgets: {title: 65", "budgets: {title: 5"),
        .init("gss", "bad-value", "key: eventReminders", "key: event-reminders"),
        .init("gss", "unknown-category", "category: streak-risk", "category: streakrisk"),
        .init("gss", "unknown-key", "    includeActor: true", "    includeactor: true"),
        .init("gss", "bad-value", "    priority: low", "    priority: lowest"),
        .init(
            "gss",
            "bad-value",
            "kind: quick-reply, payload: {status: on-time}",
            "kind: reply, payload: {status: on-time}"
        ),
        .init("gss", "bad-value", "ttl: 12h", "ttl: 12 hours"),
        .init(
            "gss",
            "bad-value",
            "sound: none\n    vibration: none\n    androidChannel: quests",
            "sound: no sound\n    vibration: none\n    androidChannel: quests"
        ),
        .init("gss", "unknown-channel", "androidChannel: streaks", "androidChannel: streak"),
        .init("gss", "unused-channel", "  kudos: {}\n", "  kudos: {}\n  thanks: {}\n"),
        .init("gss", "bad-value", "system: {importance: default}", "system: {importance: normal}"),
        .init("gss", "unknown-key", "example: Dana, person: true", "example: Dana, personal: true"),
        .init("gss", "bad-value", "days: {type: integer", "days: {type: int"),
        .init("match", "unknown-key", "priorityAliases:", "priorityAlias:"),
        .init("match", "bad-value", "{medium: normal}", "{medium: middle}"),
        .init("match", "unknown-key", "onExceed: digest\n      window", "onExceeds: digest\n      window"),
        .init("match", "bad-value", "      max: 10", "      max: 0"),
        .init("nhs", "unknown-key", "requires: {entity: known, capability", "requires: {entity: known, capabilities"),
        .init("nhs", "bad-value", "requires: {entity: known}   #", "requires: {entity: put}   #"),
        .init("nhs", "unknown-key", "audience: {allow: [users], max: 1}", "audience: {allow: [users], maximum: 1}"),
        .init("nhs", "bad-value", "edge: leading", "edge: first"),
        .init("nhs", "bad-value", "per: calendar-day", "per: calendar-year"),
        .init("reports", "bad-value", "once: transition", "once: change"),
        .init("reports", "bad-value", "afterMilestone(first-report-submitted)", "afterMilestone()"),
        .init("reports", "unknown-key", "    androidChannel: report-status", "    androidchannel: report-status"),
        .init("dsober", "bad-value", "mandatory: always", "mandatory: everybody"),
        .init("dsober", "bad-value", "bypass: [quietHours, mute", "bypass: [quietHour, mute"),
        .init("dsober", "bad-value", "fallback: inApp", "fallback: inbox"),
        .init("dsober", "unknown-key", "schedule: {entity: session, at:", "schedule: {entity: session, when:"),
    ]

    /// Things that do not fit together.
    static let meaning: [CatalogMutation] = [
        .init("gss", "unknown-variable", "{{event}} starts soon", "{{evnt}} starts soon"),
        .init("gss", "unknown-variable", "link: /quests/{{questId}}", "link: /quests/{{quest-id}}"),
        .init("gss", "bad-template", "“{{message}}”", "“{{message}”"),
        .init("gss", "bad-formatter", "{{amount | money}} for", "{{amount | number}} for"),
        .init("gss", "bad-template", "{{startsAt | time}}, {{place}}. Will", "{{startsAt | clock}}, {{place}}. Will"),
        .init("gss", "bad-link", "link: /streaks", "link: /streak"),
        .init("gss", "bad-link", "link: /events/{{entityId}}/cancel ", "link: /events/{{entityId}}/leave "),
        .init("gss", "bad-link", "fallback: /notifications", "fallback: /home"),
        .init("gss", "unknown-time", "at: startsAt, offset: -1h", "at: starts, offset: -1h"),
        .init("gss", "unknown-entity", "schedule: {entity: event,", "schedule: {entity: meeting,"),
        .init("gss", "duplicate-id", "- id: late-10", "- id: late-5"),
        .init("gss", "shared-ios-category", "iosCategory: KUDOS", "iosCategory: EVENT_REMINDER"),
        .init("gss", "unknown-variable", "payload: {status: cant-make-it}", "payload: {event: \"{{eventName}}\"}"),
        .init("gss", "wrong-type", "payload: {status: cant-make-it}", "payload: {status: [cant, make, it]}"),
        .init(
            "gss",
            "unknown-variable",
            "plural: days",
            "plural: startsAt",
            line: "      en:\n        plural: startsAt"
        ),
        .init(
            "dsober",
            "bad-plural",
            "      en: \"Look for {{car}}. Expected at {{arrivesAt | time}}.\"\n",
            "      en: {plural: car, one: \"One {{car}} at {{arrivesAt | time}}\", other: \"{{car}} at {{arrivesAt | time}}\"}\n"
        ),
        .init(
            "gss",
            "missing-plural",
            "        one: \"Your streak of {{days | number}} day ends tonight. One check-in keeps it.\"\n",
            "",
            line: "      en:\n        plural: days"
        ),
        .init("gss", "bad-example", "example: 12}", "example: twelve}"),
        .init(
            "gss",
            "unused-variable",
            "      days: {type: integer, example: 12}",
            "      days: {type: integer, example: 12}\n      best: {type: integer, example: 3}",
            line: "      best:"
        ),
        .init(
            "gss",
            "optional-in-copy",
            "      nextStep: {type: string, example: Visit two more parks}",
            "      nextStep: {type: string, example: Visit two more parks, optional: true}",
            line: "      en: \"Next step"
        ),
        .init(
            "gss",
            "missing-locale",
            "{en: Your deposit is due, de: Deine Anzahlung ist fällig}",
            "{en: Your deposit is due}"
        ),
        .init(
            "gss",
            "missing-locale",
            "title: {en: Your streak is at risk, de: Deine Serie ist in Gefahr}",
            "title: Your streak is at risk"
        ),
        .init("gss", "unknown-locale", "de: Serie in Gefahr}", "fr: Série en danger}"),
        .init("gss", "missing-copy", "title: {en: System, de: System}", "title: {de: System}"),
        .init("gss", "empty-category", "    category: kudos\n", "    category: system\n", line: "  kudos:\n    key"),
        .init(
            "gss",
            "copy-too-long",
            "Your deposit is due, de",
            "\(String(repeating: "Your deposit is due. ", count: 5)), de"
        ),
        .init("gss", "unquoted-text", "\"When will you arrive?\", de", "When will you arrive?, de"),
        .init("gss", "yaml-syntax", "title: {en: \"{{headline}}\", de", "title: {en: {{headline}} now, de"),
        .init("gss", "no-web-origin", "  webOrigin: https://gss.example\n", "", line: "links:"),
        .init("match", "copy-too-long", "It’s a match!", "\(String(repeating: "It’s a match! ", count: 6))"),
        .init("match", "unmapped-sound", "sound: celebratory\n", "sound: fanfare\n"),
        .init(
            "match",
            "broadcast-off",
            "broadcast: true",
            "broadcast: false",
            line: "    audience: {allow: [users, all]}"
        ),
        .init("match", "unknown-variable", "group: messages", "group: \"{{conversation}}\""),
        .init("match", "bad-value", "      per: 5m", "      per: 60d"),
        .init(
            "nhs",
            "no-parent",
            "  announcement: {parent: org}\n  event: {parent: org, roles: [host, participant], times: [startsAt, endsAt]}\n  hours-request: {parent: org}\n  session: {parent: org, roles: [host, participant], times: [startsAt, endsAt]}",
            "  announcement: {}",
            line: "    audience: {default: {members: {of: parent"
        ),
        .init(
            "nhs",
            "parent-cycle",
            "  org: {roles: [member, officer, admin]}",
            "  org: {parent: session, roles: [member, officer, admin]}"
        ),
        .init("nhs", "unknown-entity", "hours-request: {parent: org}", "hours-request: {parent: organisation}"),
        .init("nhs", "unknown-type", "types: [announcement]", "types: [announcements]"),
        .init("nhs", "bad-value", "audience: {allow: [users], max: 1}", "audience: {allow: [users, members], max: 1}"),
        .init("nhs", "bad-value", "      window: 5m\n", "      window: 4d\n"),
        .init(
            "nhs",
            "bad-value",
            "    individual: true",
            "    individual: true\n    summary: {over: 5, body: {en: New, es: Nuevas}}",
            line: "    summary: {over: 5, body: {en: New"
        ),
        .init(
            "nhs",
            "unused-sound",
            "  alert: {ios: alert.caf, android: alert, web: default}",
            "  alert: {ios: alert.caf, android: alert, web: default}\n  gong: {ios: gong.caf}",
            line: "  gong:"
        ),
        .init(
            "reports",
            "audience-not-allowed",
            "audience: {default: owner, allow: [owner]}",
            "audience: {default: owner, allow: [users]}"
        ),
        .init(
            "reports",
            "copy-too-long",
            "is being reviewed.",
            "is being reviewed by the people who look after it every day."
        ),
        .init("reports", "unknown-variable", "'{{title}}' has been assigned", "'{{titel}}' has been assigned"),
        .init("dsober", "below-minimum", "deliveryLog: 30d, audit", "deliveryLog: 14d, audit"),
        .init("dsober", "short-retention", "{inbox: 30d", "{inbox: 12h"),
        .init("dsober", "unknown-role", "members: {of: self, role: dd}", "members: {of: self, role: driver}"),
        .init("dsober", "unknown-status", "any: [{status: [interacted, dd", "any: [{status: [intercted, dd"),
        .init(
            "gss",
            "unknown-status",
            "members: {of: self, role: participant, status: [confirmed]}",
            "members: {of: self, role: participant, status: [confirmd]}"
        ),
        .init(
            "gss",
            "unknown-status",
            "memberStatuses: [confirmed, checked-in",
            "memberStatuses: [checked-in",
            line: "      default: {members: {of: self, role: participant, status: [confirmed"
        ),
        .init("gss", "unknown-key", "    memberStatuses: [", "    memberstatuses: ["),
        .init("dsober", "optional-entity", "    thread: dd-requests\n", "    thread: dd-requests/{{entityId}}\n"),
        .init("dsober", "optional-entity", "link: /dd-upgrade?event={{entityId}}", "link: /dd-upgrade/{{entityId}}"),
        .init("dsober", "bad-value", "requires: {entity: optional}", "requires: {entity: optinal}"),
        .init("dsober", "bad-value", "optional: true, default: {en: your", "default: {en: your"),
        .init("dsober", "missing-locale", "default: {en: your group, es: tu grupo}", "default: {en: your group}"),
        .init(
            "dsober",
            "optional-in-copy",
            ", default: {en: your group, es: tu grupo}",
            "",
            line: "      en: \"You may drive for {{event}}"
        ),
        .init("dsober", "bad-value", "memberStatuses: [invited, interacted", "memberStatuses: [invited to, interacted"),
        .init(
            "dsober",
            "mandatory-without-fallback",
            "    fallback: inApp\n    title: {en: SEP verification",
            "    title: {en: SEP verification",
            line: "  sep-failed:"
        ),
        .init(
            "dsober",
            "unreachable-rule",
            "          then: high\n",
            "          then: high\n        - if: {recipientOwns: {entity: session, status: active}}\n          then: low\n",
            line: "        - if: {recipientOwns: {entity: session, status: active}}\n          then: low"
        ),
        .init("dsober", "unknown-entity", "recipientOwns: {entity: session", "recipientOwns: {entity: shift"),
        .init(
            "dsober",
            "schedule-without-audience",
            "    audience: {default: owner, allow: [users, members, owner]}\n    includeActor: true\n    priority: normal\n    # Scheduled",
            "    audience: {allow: [users, members, owner]}\n    includeActor: true\n    priority: normal\n    # Scheduled"
        ),
        .init(
            "dsober",
            "duplicate-key",
            "    link: /admin/alerts?highlight={{entityId}}\n",
            "    link: /admin/alerts?highlight={{entityId}}\n    link: /admin/alerts\n",
            line: "    link: /admin/alerts?highlight={{entityId}}\n    link: /admin/alerts\n"
        ),
    ]
}
