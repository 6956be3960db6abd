import Testing

/// A client of each shipped app finds in the configuration all that it needs before it shows anything.
@Suite(
    "The configuration of every shipped app is complete (R019–R022, R025, R097, R104)",
    .sharedSandbox()
)
struct ClientConfigCompleteTests {
    let sandbox: Sandbox

    init() throws { sandbox = try SharedSandbox.sandbox }

    private static let locales = [
        ("gss", "en"), ("gss", "de"), ("match", "en"), ("match", "es"), ("nhs", "en"), ("nhs", "es"), ("reports", "en"),
        ("reports", "fr"), ("dsober", "en"), ("dsober", "es"),
    ]

    private func publicPart(_ app: String, _ locale: String) async throws -> JSON {
        try await sandbox.anyone.get("/api/v1/client-config?app=\(app)&locale=\(locale)")
    }

    @Test("before anybody has signed in: permission, links, channels and looks, in each language", arguments: locales)
    func beforeSigningIn(app: String, locale: String) async throws {
        let config = try await publicPart(app, locale)
        let permission = config["permission"]
        #expect(
            permission["strategy"].string == ["gss": "firstLaunch", "reports": "afterMilestone"][app] ?? "afterSignIn"
        )
        #expect((permission["milestone"].string != nil) == (permission["strategy"].string == "afterMilestone"))
        for text in ["prompt", "softPrompt"] { #expect(permission["texts"][text].string?.isEmpty == false) }
        let routes = config["links"]["routes"].items
        let asked = permission["softPrompt"]["routes"].items
        #expect(!asked.isEmpty && asked.allSatisfy(routes.contains))
        #expect(permission["softPrompt"]["every"].string == "P30D")
        #expect(config["links"]["scheme"].string == app)
        #expect(routes.contains(config["links"]["fallback"]))
        for state in ["foreground", "background", "closed"] {
            #expect(config["presentation"][state].names == ["critical", "high", "low", "normal"])
        }
        #expect(config["webPush"]["publicKey"].string?.isEmpty == false)
        let channels = config["androidChannels"].items
        #expect(!channels.isEmpty && Set(channels.map { $0["id"].string }).count == channels.count)
        for channel in channels {
            #expect(channel["name"].string?.isEmpty == false)
            #expect(["high", "default", "low", "min"].contains(channel["importance"].string))
            #expect(channel["bypassDnd"].bool != nil)
        }
        let hasInbox = app != "reports"
        #expect(config["channels"] == (hasInbox ? ["push", "inApp"] : ["push"]))
        #expect(config["inbox"]["readOn"].isNull == !hasInbox)
        #expect(config["features"]["inbox"].bool == hasInbox)
    }

    @Test("the texts are those of the language", arguments: locales.filter { $0.1 != "en" })
    func languages(app: String, locale: String) async throws {
        let (english, other) = (try await publicPart(app, "en"), try await publicPart(app, locale))
        #expect(english["permission"]["texts"] != other["permission"]["texts"])
        #expect(english["androidChannels"] != other["androidChannels"])
        #expect(english["presentation"] == other["presentation"])
    }

    @Test("a user gets the public part, and what types and categories look like", arguments: locales)
    func signedIn(app: String, locale: String) async throws {
        let anna = try await sandbox.backend(app).user("complete-\(locale)", ["locale": "\(locale)"])
        let config = try await anna.api.get("/api/v1/client-config")
        #expect(config.without("categories").without("types") == (try await publicPart(app, locale)))
        let categories = config["categories"].items
        for category in categories {
            for text in ["title", "description", "icon"] { #expect(category[text].string?.isEmpty == false) }
            #expect(category["channels"].names == config["channels"].items.compactMap(\.string).sorted())
        }
        let adjustable = categories.filter { $0["adjustable"].bool == true }.compactMap { $0["key"].string }
        #expect(try await anna.preferences()["categories"].names == adjustable.sorted())
        let (names, channels) = (categories.map { $0["name"] }, config["androidChannels"].items.map { $0["id"] })
        #expect(!config["types"].items.isEmpty)
        var withActions = 0
        for type in config["types"].items {
            #expect(names.contains(type["category"]))
            #expect(["critical", "high", "normal", "low"].contains(type["priority"].string))
            #expect(channels.contains(type["androidChannel"]), "\(type)")
            let registered = config["iosCategories"].items.first { $0["id"] == type["iosCategory"] }
            #expect((registered == nil) == type["iosCategory"].isNull, "\(type)")
            guard config["features"]["actions"].bool == true, !type["actions"].items.isEmpty else { continue }
            #expect(registered?["actions"] == type["actions"])
            withActions += 1
        }
        // The other apps have switched actions off.
        #expect((withActions > 0) == (app == "gss"))
    }

    @Test("the public part is asked for again by its tag", arguments: ["gss", "match", "nhs", "reports", "dsober"])
    func tag(app: String) async throws {
        let path = "/api/v1/client-config?app=\(app)"
        let tag = try #require(try await sandbox.anyone.send("GET", path)["etag"])
        let again = try await sandbox.anyone.send("GET", path, headers: [("if-none-match", tag)])
        #expect(again.status == 304 && again.bytes.isEmpty)
        let other = try await sandbox.anyone.send("GET", path + "&locale=es", headers: [("if-none-match", tag)])
        #expect(other.status == (["match", "nhs", "dsober"].contains(app) ? 200 : 304))
    }
}
