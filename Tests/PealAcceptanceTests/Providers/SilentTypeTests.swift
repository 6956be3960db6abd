import Testing

/// The parts of a catalog that a silent type needs.
private enum SilentCatalog {
    static let category = (
        "\ncategories:\n",
        """

        categories:
          background:
            title: {en: Background, es: Segundo plano}
            adjustable: false
            defaults: {push: true, email: false, inApp: true}

        """
    )
    static let type = (
        "\ntypes:\n",
        """

        types:
          refresh:
            silent: true
            category: background
            audience: {allow: [users]}
            link: /matches
            data:
              version: {type: integer, example: 7}
              cities: {type: text, example: Berlin, optional: true}
              by: {type: string, example: Ann, person: true, optional: true}

        """
    )
}

/// A type that wakes the app and shows nothing.
@Suite(
    "S0.AC2.6: a silent type (R134)",
    .sharedSandbox { sandbox in
        try await sandbox.setClock(MatchFixture.noon)
        try await CatalogFile(backend: sandbox.backend("match")).publish(SilentCatalog.category, SilentCatalog.type)
    }
)
struct SilentTypeTests {
    let match: Backend

    init() throws { match = try SharedSandbox.sandbox.backend("match") }

    private func refresh(_ user: String, _ data: JSON = ["version": 7, "by": "Ann"]) async throws -> AppEvent {
        try await match.trigger(["type": "refresh", "to": ["users": ["\(user)"]], "data": data])
    }

    @Test("it reaches the app, and neither the screen nor the inbox nor the badge", arguments: PushRoute.silent)
    func silent(_ route: PushRoute) async throws {
        let user = "silent-\(route.testDescription)"
        let anna = try await match.user(user)
        let phone = try await anna.phone(on: route)
        try await match.trigger(MatchFixture.message(to: user))
        _ = try await refresh(user)
        let push = try #require(try await phone.pushes().last)
        #expect(try await phone.pushes().count == 2)
        #expect(push.peal["op"].string == "sync")
        #expect(push.peal["type"].string == "refresh")
        #expect(push.peal["actions"].items.isEmpty)
        #expect(push.peal["data"] == ["version": 7, "by": "Ann"])
        #expect(push.title == nil && push.body == nil)
        #expect(push.payload["aps"]["alert"].isNull)
        #expect(push.payload["aps"]["sound"].isNull)
        let screen = try await phone.screen()
        #expect(screen["notifications"].items.count == 1)
        #expect(screen["badge"].int == 1)
        #expect(try await anna.inbox().map { $0["type"].string } == ["message"])
        #expect(try await anna.unreadCount() == 1)
    }

    @Test(
        "it brings what fits into a push, and else says only that there is something to fetch",
        arguments: PushRoute.silent
    )
    func large(_ route: PushRoute) async throws {
        let user = "large-\(route.testDescription)"
        let phone = try await match.user(user).phone(on: route)
        _ = try await refresh(user, ["version": 7, "cities": "\(String(repeating: "é", count: 4_000))"])
        let push = try #require(try await phone.pushes().last)
        #expect(push.status == 200 && push.peal["op"].string == "sync")
        #expect(push.peal["data"].isNull)
    }

    @Test("quiet hours do not hold it, since nothing sounds")
    func quietHours() async throws {
        try await withSandbox(at: MatchFixture.night) { sandbox in
            let match = sandbox.backend("match")
            try await CatalogFile(backend: match).publish(SilentCatalog.category, SilentCatalog.type)
            let anna = try await match.user("anna", ["timeZone": "America/New_York"])
            let phone = try await anna.phone()
            try await match.trigger(MatchFixture.message(to: "anna"))
            #expect(try await phone.pushes().isEmpty, "it is night")
            try await match.trigger(["type": "refresh", "to": ["users": ["anna"]], "data": ["version": 8]])
            #expect(try await phone.pushes().map { $0.peal["data"]["version"].int } == [8])
        }
    }

    @Test("a browser, which has to show something for every push, gets none, and why says so")
    func browser() async throws {
        let phone = try await match.user("silent-web").phone(on: .webpush)
        let event = try await refresh("silent-web")
        #expect(try await phone.pushes().isEmpty)
        #expect(try await event.pushReason("silent-web") == "no-device")
    }
}
