import PealCatalog
import PealCore
import Testing

/// The tables and lists of the specifications that name a type's priority, sound, screen and words, row by row.
///
/// Where a catalog differs, ADR 0030 has a line. Other tables are in `ShippedCatalogTests`.
@Suite("The specifications' tables beside the catalogs, word by word")
struct SpecificationTableTests {
    /// What a specification says of one type.
    struct Row: Sendable, CustomTestStringConvertible {
        var clauses: String
        var app: String
        var type: String
        /// The specification's own word, in its own letters; `nil` where it names none.
        var priority: String?
        /// A name of the catalog, `none`, or `nil` where the specification names no sound.
        var sound: String?
        /// The screen that a tap opens.
        var screen: String

        var testDescription: String { "\(clauses): \(app) \(type)" }

        init(
            _ clauses: String,
            _ app: String,
            _ type: String,
            _ priority: String?,
            _ sound: String?,
            _ screen: String
        ) {
            self.clauses = clauses
            self.app = app
            self.type = type
            self.priority = priority
            self.sound = sound
            self.screen = screen
        }
    }

    static let rowsOfTypes: [Row] = [
        Row("S1.Type-1", "match", "new-offer", "High", "default", "/matches"),
        Row("S1.Type-2", "match", "mutual", "High", "celebratory", "/matches/{{entityId}}"),
        Row("S1.Type-3", "match", "message", "Medium", "default", "/chat/{{entityId}}"),
        Row("S1.Type-4", "match", "expiring", "Low", "none", "/matches"),
        Row("S2.1.3, S2.13.3", "nhs", "announcement", "NORMAL", nil, "/announcements?highlight={{entityId}}"),
        Row("S2.2.3, S2.13.3", "nhs", "event-created", "NORMAL", nil, "/events/{{entityId}}"),
        Row("S2.3.4, S2.13.2", "nhs", "hours-approved", "NORMAL", nil, "/volunteer-hours?highlight={{entityId}}"),
        Row("S2.3.4", "nhs", "hours-rejected", nil, nil, "/volunteer-hours?highlight={{entityId}}"),
        Row(
            "S2.4.3, S2.13.1",
            "nhs",
            "ble-session-started",
            "HIGH",
            nil,
            "/ble-attendance?session={{entityId}}&autoScan=true"
        ),
        Row("S3.Nav-1", "reports", "assigned", nil, nil, "/reports/{{entityId}}"),
        Row("S3.Nav-1", "reports", "resolved", nil, nil, "/reports/{{entityId}}"),
        Row("S4.2.5, S4.11.2", "dsober", "ride-requested", nil, "moderate", "/rides/queue"),
        Row("S4.3.5, S4.11.3", "dsober", "ride-accepted", nil, "default", "/rides/{{entityId}}"),
        Row("S4.3.5, S4.11.3", "dsober", "ride-picked-up", nil, "default", "/rides/{{entityId}}"),
        Row("S4.3.5, S4.11.3", "dsober", "ride-cancelled-by-dd", nil, "default", "/rides/{{entityId}}"),
        Row("S4.4.3, S4.4.4, S4.11.1", "dsober", "sep-failed", "critical", "alert", "/admin/alerts"),
        Row("S4.4.4, S4.11.3", "dsober", "sep-alert-resolved", nil, "default", "/admin/alerts"),
        Row("S4.5.5, S4.11.3", "dsober", "dd-session-started", nil, "default", "/session/active"),
        Row("S4.5.5, S4.11.3", "dsober", "dd-session-4h-reminder", nil, "default", "/session/active"),
        Row("S4.5.5, S4.11.1", "dsober", "dd-revoked", "critical", "alert", "/session/active"),
        Row("S4.6.5, S4.11.3", "dsober", "event-active", nil, "default", "/events/{{entityId}}"),
        Row("S4.6.5, S4.11.3", "dsober", "event-cancelled", nil, "default", "/events/{{entityId}}"),
        Row("S4.6.5, S4.11.3", "dsober", "dd-assigned", nil, "default", "/events/{{entityId}}"),
        Row("S4.7.4, S4.11.3", "dsober", "dd-request-approved", nil, "default", "/dd-upgrade"),
        Row("S4.7.4, S4.11.3", "dsober", "dd-request-rejected", nil, "default", "/dd-upgrade"),
        Row("S4.7.4, S4.11.3", "dsober", "dd-request-info-needed", nil, "default", "/dd-upgrade"),
    ]

    private static func catalog(_ app: String) throws -> Catalog {
        try #require(try ShippedCatalogTests.reading(app).catalog)
    }

    private static func type(_ app: String, _ id: String) throws -> NotificationType {
        try #require(try catalog(app).type(TypeID(id)))
    }

    @Test("priority, sound and screen of each type", arguments: rowsOfTypes)
    func rows(_ row: Row) throws {
        let catalog = try Self.catalog(row.app)
        let type = try Self.type(row.app, row.type)
        if let word = row.priority {
            #expect(type.priority.fallback == catalog.priority(named: word))
            #expect(!type.priority.variable)
        }
        if let sound = row.sound { #expect(type.sound == (sound == "none" ? nil : sound)) }
        let link = type.link.source
        #expect(link == row.screen || link.hasPrefix(row.screen + "?"))
    }

    /// What a specification wants in a text: clause, app, type, variables, and words of the English text.
    static let wanted: [(clause: String, app: String, type: String, variables: [String], words: [String])] = [
        ("S1.US3.2", "match", "message", ["sender", "preview"], []),
        ("S2.1.2", "nhs", "announcement", ["title", "preview"], []),
        ("S2.2.2", "nhs", "event-created", ["title", "startsAt", "location"], []),
        ("S2.3.3", "nhs", "hours-approved", ["hours"], ["approved"]),
        ("S2.3.2, S2.3.3", "nhs", "hours-rejected", ["hours", "reason"], ["rejected"]),
        ("S2.4.2", "nhs", "ble-session-started", ["event", "duration"], ["Open now to check in"]),
        ("S3.CRule-1", "reports", "assigned", ["title"], ["'{title}'"]),
        ("S3.CRule-1", "reports", "resolved", ["title"], ["'{title}'"]),
        ("S4.2.2", "dsober", "ride-requested", ["rider", "pickup", "requestedAt"], []),
        ("S4.3.2", "dsober", "ride-accepted", ["driver", "car", "arrivesAt"], []),
        ("S4.4.2", "dsober", "sep-failed", ["driver", "event", "failedAt"], []),
        ("S4.5.3", "dsober", "dd-revoked", ["reason", "adminContact"], []),
        ("S4.5.4", "dsober", "dd-session-4h-reminder", [], ["4 hours"]),
        ("S4.7.2", "dsober", "dd-request-rejected", ["reason"], ["rejected"]),
        ("S4.7.3", "dsober", "dd-request-info-needed", ["needed"], []),
        ("S4.7.5", "dsober", "dd-request-approved", [], ["Next", "start your DD session"]),
    ]

    @Test("what a text has to say, in every language", arguments: wanted.indices)
    func contents(_ index: Int) throws {
        let row = Self.wanted[index]
        let type = try Self.type(row.app, row.type)
        for locale in try Self.catalog(row.app).locales {
            let title = try #require(type.title.text(for: locale))
            let body = try #require(type.body.text(for: locale))
            let named = Set(title.variableNames + body.variableNames)
            #expect(named.isSuperset(of: row.variables), "\(row.clause) in \(locale)")
            if locale == "en" {
                let text = [title, body].map { $0.render { name, _ in "{\(name)}" } }.joined(separator: " ")
                for word in row.words { #expect(text.contains(word), "\(row.clause): \(text)") }
            }
        }
    }

    @Test("the sentences that ask for permission (S0.AC6.5, S3.Perm-2, S3.Perm-4)")
    func sentences() throws {
        let reports = try Self.catalog("reports").permission
        #expect(
            reports.prompt?.text(for: "en")
                == "Allow notifications so we can keep you updated when your report status changes."
        )
        #expect(reports.softPrompt?.text(for: "en") == "Enable notifications to get status updates")
        #expect(reports.softPromptRoutes == ["/reports"] && reports.softPromptEvery == .seconds(30 * 86_400))
        #expect(try Self.catalog("gss").permission.softPrompt?.text(for: "en") == "Enable Push Notifications")
    }

    @Test("figures: limits, windows, retries and days (S1.Edge-4, S2.10.1, S2.12.1–S2.12.5, S3.Biz-5, S4.9.1, S4.9.3)")
    func figures() throws {
        let nhs = try Self.catalog("nhs")
        #expect(nhs.limits.map(\.max) == [10] && nhs.limits.map(\.types) == [["announcement"]])
        #expect(nhs.limits.map(\.scope) == [.org])
        for id in ["announcement", "event-created"] {
            #expect(try Self.type("nhs", id).dedupe?.window == .seconds(3600), "S2.12.2")
        }
        #expect(try Self.type("nhs", "hours-approved").digest?.window == .seconds(300), "S2.12.3")
        for type in nhs.types where !type.individual { #expect(type.summary?.over == 5, "S2.12.5") }
        for type in nhs.types { #expect(type.entityRequirement == .known, "S2.10.1") }
        #expect(try Self.type("match", "message").throttle?.window == .seconds(300), "S1.Edge-4")
        #expect(try Self.catalog("reports").staleAfter == .seconds(90 * 86_400), "S3.Biz-5")
        let dsober = try Self.catalog("dsober")
        #expect(dsober.retry.maximumRetries == 3, "S4.9.1")
        #expect(dsober.retention.deliveryLog >= .seconds(30 * 86_400), "S4.9.3")
        #expect(dsober.retention.inbox == .seconds(30 * 86_400), "S4.12.2")
    }
}
