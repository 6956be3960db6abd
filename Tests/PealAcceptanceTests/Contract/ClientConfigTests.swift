import Testing

@Suite(
    "What clients are told before they show anything (R020, R025, R097, R104)",
    .sharedSandbox()
)
struct ClientConfigTests {
    let sandbox: Sandbox

    init() throws { sandbox = try SharedSandbox.sandbox }

    private func config(_ app: String, _ user: String, locale: String? = nil) async throws -> JSON {
        let profile: JSON = locale.map { ["locale": "\($0)"] } ?? [:]
        return try await sandbox.backend(app).user(user, profile).api.get("/api/v1/client-config")
    }

    @Test("types say their priority")
    func priorities() async throws {
        let types = try await config("gss", "priority")["types"].items
        #expect(types.first { $0["id"].string == "event-reminder" }?["priority"].string == "high")
        #expect(types.first { $0["id"].string == "quest-progress" }?["priority"].string == "low")
    }

    @Test(
        "how each priority is presented in each state of the app (R097, S0.AC2.7)",
        arguments: [
            ("gss", "foreground", ["full-screen", "full-screen", "banner", "silent"]),
            ("gss", "closed", ["full-screen", "full-screen", "banner", "silent"]),
            ("nhs", "foreground", ["banner", "banner", "banner", "banner"]),
            ("nhs", "background", ["system", "system", "system", "system"]),
            ("match", "background", ["system", "system", "system", "silent"]),
        ]
    )
    func presentation(_ app: String, _ state: String, _ expected: [String]) async throws {
        let table = try await config(app, "presentation")["presentation"][state]
        #expect(["critical", "high", "normal", "low"].map { table[$0].string } == expected)
    }

    @Test("Android channels have a name, an importance, sound, vibration and whether they pass do-not-disturb")
    func channels() async throws {
        let channels = try await config("dsober", "channels", locale: "es")["androidChannels"].items
        let alerts = try #require(channels.first { $0["id"].string == "safety-alerts" })
        #expect(alerts["name"].string == "Alertas de seguridad")
        #expect(alerts["importance"].string == "high")
        #expect(alerts["sound"].string == "alert")
        #expect(alerts["vibration"].string == "urgent")
        #expect(alerts["bypassDnd"].bool == true)
        let events = try #require(channels.first { $0["id"].string == "events" })
        #expect(events["name"].string == "Eventos", "named by its category")
        #expect(events["importance"].string == "default")
        #expect(events["bypassDnd"].bool == false)
        let quiet = try await config("match", "channels-quiet")["androidChannels"].items
        #expect(quiet.first { $0["id"].string == "matches-quiet" }?["importance"].string == "low")
        #expect(quiet.first { $0["id"].string == "matches-quiet" }?["sound"].isNull == true)
    }

    @Test(
        "R094: a channel of types that pass do-not-disturb by their priority asks for it",
        arguments: [("ble-sessions", true), ("announcements", false), ("volunteer-hours", false)]
    )
    func bypassByPriority(_ id: String, _ bypasses: Bool) async throws {
        let channels = try await config("nhs", "bypass")["androidChannels"].items
        #expect(channels.first { $0["id"].string == id }?["bypassDnd"].bool == bypasses)
    }

    @Test(
        "S4.10.5: every iOS category is there once with its buttons, also without any: only then a dismissal is reported"
    )
    func categories() async throws {
        let categories = try await config("gss", "ios")["iosCategories"].items
        let ids = categories.compactMap { $0["id"].string }
        #expect(Set(ids).count == ids.count && ids.contains("KUDOS") && ids.contains("ETA_REQUEST"))
        let reminder = try #require(categories.first { $0["id"].string == "EVENT_REMINDER" })["actions"].items
        #expect(reminder.map { $0["id"].string }.last == "cant-make-it")
        #expect(reminder.map { $0["group"].string } == [nil, "Running late", "Running late", "Running late", nil])
        #expect(categories.first { $0["id"].string == "KUDOS" }?["actions"] == [])
        for app in ["match", "dsober"] {
            let categories = try await config(app, "ios")["iosCategories"].items
            #expect(!categories.isEmpty && categories.allSatisfy { $0["actions"] == [] }, "\(app) has no buttons")
        }
    }

    @Test("S3.Perm-2, Perm-4: when to ask, in whose words, where again and how often")
    func permission() async throws {
        let permission = try await config("reports", "permission")["permission"]
        #expect(permission["strategy"].string == "afterMilestone")
        #expect(permission["milestone"].string == "first-report-submitted")
        #expect(
            permission["texts"]["prompt"].string
                == "Allow notifications so we can keep you updated when your report status changes."
        )
        #expect(permission["texts"]["softPrompt"].string == "Enable notifications to get status updates")
        #expect(permission["softPrompt"]["every"].string == "P30D")
        #expect(permission["softPrompt"]["routes"].items.map { $0.string } == ["/reports"])
        let first = try await config("gss", "permission")["permission"]
        #expect(first["strategy"].string == "firstLaunch")
        #expect(first["milestone"].isNull)
    }

    @Test(
        "S0.AC5.4, S4.12.5: clients are told when a notification counts as read; without an inbox there is nothing to tell",
        arguments: [("gss", "tap"), ("dsober", "view"), ("match", "tap"), ("nhs", "view"), ("reports", nil)]
    )
    func readOn(app: String, rule: String?) async throws {
        #expect(try await config(app, "read-on")["inbox"]["readOn"].string == rule)
    }

    @Test("browsers get the key they subscribe with")
    func webPush() async throws {
        let key = try #require(try await config("gss", "web")["webPush"]["publicKey"].string)
        #expect(key.utf8.count == 87, "65 bytes in base64url")
    }

    @Test("before anybody has signed in an app reads its public part, and nothing about others")
    func publicPart() async throws {
        let config = try await sandbox.anyone.get("/api/v1/client-config?app=reports&locale=fr")
        #expect(config["permission"]["strategy"].string == "afterMilestone")
        #expect(config["permission"]["texts"]["prompt"].string?.hasPrefix("Autorisez") == true)
        #expect(config["androidChannels"].items.count == 1)
        #expect(config["webPush"]["publicKey"].string != nil)
        #expect(config["links"]["routes"].items.count == 2)
        #expect(config["types"].isNull)
        #expect(config["categories"].isNull)
        #expect(try await sandbox.anyone.send("GET", "/api/v1/client-config?app=nobody").status == 404)
        #expect(try await sandbox.anyone.send("GET", "/api/v1/client-config").status == 401)
        let anna = try await sandbox.backend("gss").user("public-anna")
        #expect(try await anna.api.send("GET", "/api/v1/client-config?app=reports").status == 404)
        #expect(try await anna.api.get("/api/v1/client-config?app=gss")["types"].items.count == 9)
    }

    @Test(
        "a push says its priority",
        arguments: [("quest-progress", "low"), ("kudos", "normal"), ("deposit-reminder", "normal")]
    )
    func priorityInPush(type: String, priority: String) async throws {
        let gss = sandbox.backend("gss")
        let phone = try await gss.user("push-\(type)").phone()
        let kind = try #require(GSSKind.adjustable.first { $0.type == type })
        try await gss.trigger(kind.trigger(for: "push-\(type)"))
        #expect(try await phone.pushes().first?.peal["priority"].string == priority)
    }
}
