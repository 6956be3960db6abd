import Testing

@Suite(
    "Providers: what a phone shows",
    .sharedSandbox { try await $0.setClock("2030-01-15T12:00:00Z") }
)
struct ScreenTests {
    private static let lunch: JSON = ["event": "Lunch run", "place": "Town park", "startsAt": "2030-01-15T18:00:00Z"]
    let sandbox: Sandbox
    let gss: Backend

    init() throws {
        sandbox = try SharedSandbox.sandbox
        gss = sandbox.backend("gss")
    }

    @Test(
        "one push shows title, text, link, buttons, thread, sound and badge (R102, R164, R168, R191)",
        arguments: PushRoute.all
    )
    func everything(_ route: PushRoute) async throws {
        let user = try await gss.user("shown-\(route.testDescription)", ["locale": "en"])
        let phone = try await user.phone(on: route)
        let event = try await gss.trigger([
            "type": "event-reminder", "entity": "event/e1", "to": ["users": ["\(user.user)"]], "data": Self.lunch,
        ])
        let screen = try await phone.screen()
        let shown = try #require(screen["notifications"].items.first)
        #expect(screen["notifications"].items.count == 1)
        #expect(shown["title"].string == "Lunch run starts soon")
        #expect(shown["body"].string?.hasPrefix("Starts at ") == true)
        #expect(shown["body"].string?.hasSuffix(", Town park. Will you be on time?") == true)
        #expect(shown["link"].string == "/events/e1")
        #expect(shown["thread"].string == "event/e1")
        #expect(shown["sound"].string == "default")
        #expect(shown["id"] == (try await user.inbox().first?["id"] ?? .null))
        #expect(
            shown["actions"].items.map { $0["id"].string }
                == ["on-time", "late-5", "late-10", "late-15", "cant-make-it"]
        )
        #expect(screen["badge"].int == 1)
        #expect(try await event.report()["counts"]["deliveries"]["accepted"].int == 1)
    }

    @Test(
        "the peal object has one shape on every way, and the buttons a platform has room for (R108, R119, R191)",
        arguments: PushRoute.all
    )
    func oneShape(_ route: PushRoute) async throws {
        let user = try await gss.user("shape-\(route.testDescription)")
        let phone = try await user.phone(on: route)
        try await gss.putEntity("event/e1")
        try await gss.trigger([
            "type": "event-reminder", "entity": "event/e1", "to": ["users": ["\(user.user)"]], "data": Self.lunch,
        ])
        let peal = try #require(try await phone.pushes().first).peal
        #expect(
            peal.names == [
                "actions", "badge", "badgeVersion", "category", "entity", "group", "id", "link", "op", "priority",
                "sentAt", "tag", "thread", "type", "v",
            ]
        )
        #expect(peal["v"].int == 1)
        #expect(peal["op"].string == "show")
        #expect(peal["tag"].string?.isEmpty == false)
        #expect(peal["type"].string == "event-reminder")
        #expect(peal["category"].string == "event-reminder")
        #expect(peal["entity"].string == "event/e1")
        #expect(peal["sentAt"].string?.hasPrefix("2030-01-15T12:00:00") == true)
        let shown = peal["actions"].items.map { $0["place"].string }
        let expected: [String?] =
            switch route.platform {
            // The three answers of those who come late are one button on Android.
            case "ios", "android": [nil, nil, nil, nil, nil]
            default: [nil, nil, "more", "more", "more"]
            }
        #expect(shown == expected)
        #expect(peal["actions"].items.allSatisfy { $0["kind"].string == "quick-reply" })
    }

    @Test("in a browser that Firebase draws for, a tap opens the page, and no button is drawn (P3)")
    func firebaseWeb() async throws {
        let user = try await gss.user("firebase-web", ["locale": "en"])
        let phone = try await user.phone(on: .fcmWeb)
        try await gss.trigger([
            "type": "event-reminder", "entity": "event/e1", "to": ["users": ["\(user.user)"]], "data": Self.lunch,
        ])
        let shown = try #require(try await phone.notifications().first)
        #expect(shown["title"].string == "Lunch run starts soon")
        #expect(shown["link"].string == "https://gss.example/events/e1")
        #expect(shown["actions"].items.isEmpty)
    }

    @Test("an app without an inbox keeps the number it set itself (P5)", arguments: PushRoute.all)
    func ownBadge(_ route: PushRoute) async throws {
        let reports = sandbox.backend("reports")
        let user = try await reports.user("own-badge-\(route.testDescription)")
        let phone = try await user.phone(on: route)
        try await reports.trigger([
            "type": "assigned", "entity": "report/\(user.user)", "transition": "1",
            "entities": ["report/\(user.user)": ["ownerId": "\(user.user)"]], "data": ["title": "Broken lamp"],
        ])
        let push = try #require(try await phone.pushes().first)
        #expect(push.peal["badge"].isNull && push.peal["badgeVersion"].isNull)
        let apple = [push.payload["aps"], push.message["apns"]["payload"]["aps"]]
        #expect(apple.allSatisfy { $0["badge"].isNull })
        #expect(push.android["notification"]["notification_count"].isNull)
        if route.provider == "expo" { #expect(push.payload["badge"].isNull) }
        #expect(try await phone.notifications().count == 1)
    }

    @Test("what belongs together replaces what it was before (collapse)", arguments: PushRoute.all)
    func collapse(_ route: PushRoute) async throws {
        let match = sandbox.backend("match")
        let user = try await match.user("collapse-\(route.testDescription)", ["timeZone": "Europe/Berlin"])
        let phone = try await user.phone(on: route)
        for count in [3, 7] {
            try await match.trigger([
                "type": "new-offer", "to": ["users": ["\(user.user)"]],
                "data": ["count": JSON(integerLiteral: Int64(count))],
            ])
        }
        #expect(try await phone.pushes().count == 2)
        #expect(try await phone.notifications().map { $0["body"].string } == ["Offers waiting for you today: 7."])
    }

    @Test("the badge counts up with every notification, and two of a thread both stay (R168)", arguments: PushRoute.all)
    func badge(_ route: PushRoute) async throws {
        let user = try await gss.user("badge-\(route.testDescription)")
        let phone = try await user.phone(on: route)
        for count in 1...3 {
            try await gss.trigger(["type": "kudos", "to": ["users": ["\(user.user)"]], "data": GSSKind.kudos])
            let screen = try await phone.screen()
            #expect(screen["badge"].int == count)
            #expect(screen["notifications"].items.count == count)
        }
        let versions = try await phone.pushes().compactMap { $0.peal["badgeVersion"].int }
        #expect(versions == versions.sorted() && Set(versions).count == 3)
    }

    @Test("a type without a sound comes silently (R102, R105)", arguments: PushRoute.all)
    func silent(_ route: PushRoute) async throws {
        let user = try await gss.user("silent-\(route.testDescription)")
        let phone = try await user.phone(on: route)
        try await gss.trigger([
            "type": "quest-progress", "to": ["users": ["\(user.user)"]],
            "data": ["questId": "q-7", "quest": "Explorer", "percent": 60, "nextStep": "Visit two more parks"],
        ])
        let shown = try #require(try await phone.notifications().first)
        #expect(shown["sound"].isNull)
        #expect(shown["title"].string == "Explorer: 60 % done")
    }

    @Test(
        "a phone that may not disturb is told quietly (provisional)",
        arguments: [PushRoute.apns, .fcmApple, .expoApple]
    )
    func provisional(_ route: PushRoute) async throws {
        let user = try await gss.user("provisional-\(route.testDescription)")
        let phone = try await user.phone(on: route, permission: "provisional")
        try await gss.trigger(["type": "kudos", "to": ["users": ["\(user.user)"]], "data": GSSKind.kudos])
        let shown = try #require(try await phone.notifications().first)
        #expect(shown["sound"].isNull)
    }

    @Test("a user with a phone of every kind gets it on each (R016, R139)")
    func everyPhone() async throws {
        let user = try await gss.user("all-kinds")
        var phones: [Phone] = []
        for route in PushRoute.all { phones.append(try await user.phone(on: route)) }
        let event = try await gss.trigger([
            "type": "kudos", "to": ["users": ["all-kinds"]], "data": GSSKind.kudos,
        ])
        var ids: Set<String> = []
        for phone in phones { ids.formUnion(try await phone.notifications().compactMap { $0["id"].string }) }
        #expect(ids.count == 1)
        #expect(try await event.report()["counts"]["deliveries"]["accepted"].int == PushRoute.all.count)
    }

    @Test(
        "a provider is asked for phones it reaches alone",
        arguments: [
            PushRoute(provider: "apns", platform: "android"), PushRoute(provider: "apns", platform: "web"),
            PushRoute(provider: "expo", platform: "web"), PushRoute(provider: "webpush", platform: "ios"),
            PushRoute(provider: "webpush", platform: "android"),
        ]
    )
    func noSuchPair(_ route: PushRoute) async throws {
        let reply = try await sandbox.anyone.send(
            "POST",
            "/sandbox/phones",
            [
                "app": "gss", "user": "nobody-\(route.testDescription)", "provider": "\(route.provider)",
                "platform": "\(route.platform)",
            ]
        )
        #expect(reply.status == 422)
        #expect(reply.pointers == ["/platform"])
    }
}
