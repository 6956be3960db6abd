import Foundation
import PealCatalog
import PealCore
import Testing

@Suite("The shipped catalogs")
struct ShippedCatalogTests {
    static let types: [(String, [String])] = [
        (
            "gss",
            [
                "event-reminder", "streak-risk", "quest-progress", "kudos", "deposit-reminder", "competitive-unlock",
                "eta-request", "participant-late", "system",
            ]
        ),
        ("match", ["new-offer", "mutual", "message", "expiring", "system"]),
        ("nhs", ["announcement", "event-created", "hours-approved", "hours-rejected", "ble-session-started"]),
        ("reports", ["assigned", "resolved"]),
        (
            "dsober",
            [
                "ride-requested", "ride-accepted", "ride-picked-up", "ride-cancelled-by-dd", "sep-failed",
                "sep-alert-resolved", "dd-session-started", "dd-session-4h-reminder", "dd-revoked", "event-active",
                "event-cancelled", "dd-assigned", "dd-request-approved", "dd-request-rejected",
                "dd-request-info-needed",
            ]
        ),
    ]

    static func reading(_ app: String) throws -> CatalogReading {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let yaml = try String(contentsOf: root.appending(path: "Catalogs/\(app).yaml"), encoding: .utf8)
        return CatalogReader.read(yaml: yaml, file: "\(app).yaml")
    }

    private func catalog(_ app: String) throws -> Catalog { try #require(try Self.reading(app).catalog) }

    private func type(_ app: String, _ id: String) throws -> NotificationType {
        try #require(try catalog(app).type(TypeID(id)))
    }

    @Test("each reads without a finding and has exactly its types", arguments: types)
    func complete(app: String, ids: [String]) throws {
        let reading = try Self.reading(app)
        #expect(reading.findings == [])
        let catalog = try #require(reading.catalog)
        #expect(catalog.app.rawValue == app)
        #expect(catalog.types.map(\.id.rawValue).sorted() == ids.sorted())
        #expect(catalog.locales.first == "en")
        #expect(catalog.providers.contains(.fcm))
    }

    @Test("gss confirms replies in the words of the specification (R196)")
    func confirmations() throws {
        let rules = try #require(try catalog("gss").eta)
        let text = try #require(rules.confirmations[.runningLate]?.text(for: "en"))
        #expect(text.render { _, _ in "10" } == "Host notified you're running 10 min late")
        for status in EtaStatus.allCases {
            #expect(rules.confirmations[status]?.byLocale.keys.sorted() == ["de", "en"])
            #expect(rules.confirmationsWithoutHost[status]?.byLocale.keys.sorted() == ["de", "en"])
        }
        let saved = try #require(rules.confirmation(of: .runningLate, hasHost: false)?.text(for: "en"))
        #expect(saved.render { _, _ in "10" } == "Saved: you're running 10 min late")
        #expect(rules.confirmation(of: .runningLate, hasHost: true)?.text(for: "en") == text)
        #expect(rules.requests == ["event-reminder", "eta-request"])
    }

    @Test("each type is written in every locale of its app", arguments: types.map(\.0))
    func everyLocale(app: String) throws {
        let catalog = try catalog(app)
        #expect(catalog.locales.count >= 2)
        for type in catalog.types {
            #expect(type.title.byLocale.keys.sorted() == catalog.locales.sorted(), "\(type.id)")
            #expect(type.body.byLocale.keys.sorted() == catalog.locales.sorted(), "\(type.id)")
        }
    }

    /// The entity types of each app with their parents.
    private static let entityTypes: [(String, [String: String?])] = [
        ("gss", ["event": nil]), ("match", ["match": nil, "conversation": nil]),
        ("nhs", ["org": nil, "announcement": "org", "event": "org", "hours-request": "org", "session": "org"]),
        ("reports", ["report": nil]),
        ("dsober", ["group": nil, "event": "group", "ride": "event", "session": "event"]),
    ]

    @Test("entity types and their parents are those of the design", arguments: entityTypes)
    func entities(app: String, parents: [String: String?]) throws {
        let declared = try catalog(app).entities
        #expect(Set(declared.keys.map(\.rawValue)) == Set(parents.keys))
        for (id, parent) in parents { #expect(declared[EntityTypeID(id)]?.parent?.rawValue == parent) }
    }

    @Test(
        "the copy of reports is the specification's, word for word (R110)",
        arguments: [
            (
                "assigned", "Update on your report",
                "Your report '{{title}}' has been assigned to a team and is being reviewed."
            ),
            (
                "resolved", "Your report is resolved!",
                "Great news — '{{title}}' has been marked as resolved. Thank you for reporting."
            ),
        ]
    )
    func exactCopy(id: String, title: String, body: String) throws {
        let type = try type("reports", id)
        #expect(type.title.text(for: "en")?.source == title)
        let copy = try #require(type.body.text(for: "en"))
        #expect(copy.source == body)
        let long = copy.render(budget: try catalog("reports").budgets.body) { _, _ in
            String(repeating: "Broken lamp ", count: 20)
        }
        #expect(long.count <= 100)
        #expect(long.contains("…'"))
        for part in body.split(separator: "{{title}}") { #expect(long.contains(part)) }
    }

    @Test("reports tells the owner alone, once per transition, with one retry and 72 h (R060, R143, R154)")
    func reports() throws {
        let catalog = try catalog("reports")
        #expect(!catalog.features.inbox && !catalog.features.broadcast && !catalog.features.actions)
        #expect(catalog.retry.maximumRetries == 1)
        #expect(catalog.permission.strategy.milestone != nil)
        #expect(catalog.budgets == CopyBudgets(title: 50, body: 100))
        for type in catalog.types {
            #expect(type.allowedAudiences == [.owner])
            #expect(type.defaultAudience == .owner)
            #expect(type.dedupe?.needsTransition == true)
            #expect(type.dedupe?.window == nil)
            #expect(type.dedupe?.key.source == "{{type}}:{{entity}}:{{transition}}")
            #expect(type.ttl == .seconds(72 * 3600))
            #expect(type.fallback == Fallback.none)
        }
    }

    @Test("gss asks for arrivals with five quick replies (R192)", arguments: ["event-reminder", "eta-request"])
    func quickReplies(id: String) throws {
        let actions = try type("gss", id).actions
        #expect(actions.map(\.id) == ["on-time", "late-5", "late-10", "late-15", "cant-make-it"])
        #expect(
            actions.map { $0.title.text(for: "en") } == [
                "On time ✓", "5 min late", "10 min late", "15 min late", "Can't make it ✗",
            ]
        )
        #expect(actions.allSatisfy { $0.kind == .quickReply })
    }

    @Test("gss has the six switches of its preference object (R069)")
    func gss() throws {
        let catalog = try catalog("gss")
        #expect(
            catalog.categories.filter(\.adjustable).map(\.key) == [
                "eventReminders", "streakRisk", "questProgress", "kudos", "depositReminders", "competitiveUnlock",
            ]
        )
        #expect(
            catalog.categories.map(\.name) == [
                "event-reminder", "streak-risk", "quest-progress", "kudos", "deposit-reminder", "competitive-unlock",
                "eta-request", "participant-late", "system",
            ]
        )
        #expect(catalog.retry == .delays([.seconds(1), .seconds(5), .seconds(30)]))
        #expect(try type("gss", "system").priority.variable)
        #expect(!catalog.features.broadcast)
    }

    @Test(
        "match has the priorities, sounds and links of its table (R037–R041)",
        arguments: [
            ("new-offer", .high, "default", "/matches"), ("mutual", .high, "celebratory", "/matches/{{entityId}}"),
            ("message", .normal, "default", "/chat/{{entityId}}"), ("expiring", .low, nil, "/matches"),
        ] as [(String, Priority, String?, String)]
    )
    func matchTypes(id: String, priority: Priority, sound: String?, link: String) throws {
        let type = try type("match", id)
        #expect(type.priority.fallback == priority)
        #expect(type.sound == sound)
        #expect(type.link.source == link)
    }

    @Test("match has quiet nights and a type whose priority varies (R087–R089)")
    func match() throws {
        let catalog = try catalog("match")
        let system = try type("match", "system")
        #expect(system.priority.variable && system.sound == nil)
        let quiet = try #require(catalog.quietHours)
        #expect(quiet.window.start.description == "22:00" && quiet.window.end.description == "08:00")
        #expect(quiet.enabledByDefault && quiet.editable && quiet.action == .defer && quiet.exempt == [.critical])
        #expect(!catalog.features.actions)
        #expect(catalog.priorityAliases["medium"] == .normal)
    }

    @Test(
        "each specification's words for priorities mean what its table says (R096)",
        arguments: [("dsober", ["moderate": Priority.high, "general": .normal]), ("match", ["medium": .normal])]
    )
    func priorityWords(_ app: String, _ words: [String: Priority]) throws {
        for (word, priority) in words { #expect(try catalog(app).priorityAliases[word] == priority) }
    }

    @Test("nhs asks for Bluetooth, claims for an hour and never broadcasts hours (R018, R044, R046, R156)")
    func nhs() throws {
        let session = try type("nhs", "ble-session-started")
        #expect(session.requiredCapability == "bluetooth")
        // Every high type bypasses do-not-disturb, whatever it says itself (R094).
        #expect(session.bypass.isEmpty)
        #expect(try catalog("nhs").defaultBypass == [.deviceDnd: [.high, .critical]])
        for type in try catalog("nhs").types {
            #expect(type.actorRoles == ["officer"], "\(type.id)")
            #expect(type.forbidsOwnSubject == type.id.rawValue.hasPrefix("hours-"), "\(type.id)")
        }
        #expect(session.priority.fallback == .high)
        #expect(session.ttl == .seconds(15 * 60))
        #expect(session.body.text(for: "en")?.source.contains("Open now to check in") == true)
        for id in ["announcement", "event-created"] {
            #expect(try type("nhs", id).dedupe?.window == .seconds(3600))
            #expect(try type("nhs", id).defaultAudience == .members(MemberQuery(of: .parent, roles: ["member"])))
        }
        for id in ["hours-approved", "hours-rejected"] { #expect(try type("nhs", id).allowedAudiences == [.users]) }
    }

    @Test("dsober: rides and safety reach a phone that was off, nothing waits for the user's night (S4.9.2, 11.4)")
    func night() throws {
        let catalog = try catalog("dsober")
        #expect(!catalog.features.quietHours)
        let lasting = ["ride-requested", "ride-accepted", "ride-picked-up", "ride-cancelled-by-dd"]
        let safety = ["sep-failed", "sep-alert-resolved", "dd-revoked"]
        #expect(Set(catalog.types.filter(\.isRedelivered).map(\.id.rawValue)) == Set(lasting + safety))
        let resolved = ResolveRule(types: ["sep-failed"], same: ["driver"])
        #expect(try type("dsober", "sep-alert-resolved").resolves == resolved)
        #expect(try type("dsober", "sep-failed").includeActor)
    }

    @Test("dsober's alerts pass everything (R089, R093, R147)", arguments: ["sep-failed", "dd-revoked"])
    func safetyAlerts(id: String) throws {
        let type = try type("dsober", id)
        #expect(type.priority.fallback == .critical)
        #expect(type.bypass == Set(Bypass.allCases))
        #expect(type.fallback == .inApp)
        #expect(type.sound == "alert")
    }

    @Test("dsober's safety cannot be switched off (R073)")
    func dsober() throws {
        let catalog = try catalog("dsober")
        #expect(catalog.category(CategoryID("safety"))?.mandatory == .roles(["admin", "dd"], of: ["group", "event"]))
        #expect(try type("dsober", "sep-alert-resolved").category == "safety-updates")
        #expect(catalog.category(CategoryID("safety-updates"))?.mandatory == .never)
        #expect(catalog.category(CategoryID("status"))?.mandatory == .always)
        #expect(
            try type("dsober", "sep-failed").defaultAudience == .members(MemberQuery(of: .parent, roles: ["admin"]))
        )
        let request = try type("dsober", "ride-requested")
        #expect(request.sound == "moderate")
        #expect(
            request.priority.rules == [
                .init(condition: .recipientOwns(EntityTypeID("session"), status: ["active"]), priority: .high)
            ]
        )
        #expect(request.collapse == nil && request.dedupe == nil)
        let active = MemberQuery(
            of: .itself,
            any: [MemberMatch(statuses: ["interacted", "dd", "rider"]), MemberMatch(roles: ["dd", "rider"])],
            alsoMemberOf: .parent
        )
        #expect(try type("dsober", "event-active").defaultAudience == .members(active))
        #expect(try type("dsober", "event-cancelled").defaultAudience == .members(active))
        #expect(try type("dsober", "dd-request-approved").link.source.hasPrefix("/dd-upgrade?event={{entityId}}"))
        #expect(catalog.retry.maximumRetries == 3)
    }

    @Test(
        "chat and arrival questions wake a sleeping phone; where the specification speaks of priorities they do (P9)",
        arguments: [
            ("match", .shown), ("gss", .shown), ("nhs", .asPriority), ("dsober", .asPriority), ("reports", .asPriority),
        ] as [(String, UrgencyPolicy)]
    )
    func urgency(app: String, urgency: UrgencyPolicy) throws { #expect(try catalog(app).urgency == urgency) }

    @Test(
        "each sound is a file on iOS and a resource on Android (P4)",
        arguments: [
            ("gss", []), ("match", ["celebratory"]), ("nhs", ["alert"]), ("reports", []),
            ("dsober", ["alert", "moderate"]),
        ] as [(String, Set<String>)]
    )
    func sounds(app: String, sounds: Set<String>) throws {
        let catalog = try catalog(app)
        #expect(Set(catalog.types.compactMap(\.sound)).subtracting(["default"]) == sounds)
        for name in sounds {
            #expect(catalog.sound(name, on: .ios) == "\(name).caf")
            #expect(catalog.sound(name, on: .android) == name)
            #expect(catalog.sound(name, on: .web) == "default")
        }
    }

    @Test(
        "every example fits its type, and every link made from the examples may be sent (R122)",
        arguments: types.map(\.0)
    )
    func examples(app: String) throws {
        let catalog = try catalog(app)
        for type in catalog.types {
            var values = ["entityId": "e1", "parentId": "p1", "recipientId": "u1", "transition": "t1"]
            for variable in type.variables {
                values[variable.name] = try VariableValue(json: variable.example, as: variable.type).plain
            }
            let link = catalog.links.link(from: type.link) { values[$0] ?? "" }
            #expect(catalog.links.allows(link))
            // A template that fell back would have shown that its route is not listed.
            #expect(link != catalog.links.fallback || type.link.source == catalog.links.fallback, "\(app) \(type.id)")
        }
    }
}
