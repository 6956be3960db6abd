import Testing

/// What an outage leaves: every delivery has an end, and what waited arrives.
@Suite("Providers: outages and storms")
struct OutageTests {
    @Test(
        "30 minutes without a provider, a trigger a minute: all deliveries end, what waited arrives, critical ones alert",
        arguments: PushRoute.providers
    )
    func halfAnHour(_ route: PushRoute) async throws {
        try await withSandbox(at: "2030-01-15T18:00:00Z") { sandbox in
            let dsober = sandbox.backend("dsober")
            let admin = try await DSoberFixture.group("g", admins: ["admin"], on: dsober)[0]
            _ = try await admin.phone(on: route)
            let riders = try await dsober.crowd("rider", 40, on: route)
            try await sandbox.fault(Self.outage(of: route))
            var events: [AppEvent] = []
            for minute in 0..<30 {
                // A quarter of them each minute, in turn.
                let users = riders[(minute % 4 * 10)..<(minute % 4 * 10 + 10)].map(\.user)
                let answer = try await dsober.post([
                    "type": "event-active", "entity": "event/g", "to": ["users": .list(users)],
                    "data": ["event": "Party \(minute)"],
                ])
                events.append(AppEvent(backend: dsober, id: try #require(try answer.expecting(202)["id"].string)))
                if minute == 10 { try await dsober.trigger(DSoberFixture.sepFailed("g")) }
                try await sandbox.advance("PT1M")
                if minute == 11 { #expect(try await admin.inbox().map { $0["alert"].bool } == [true]) }
            }
            #expect(try await sandbox.metric("peal_queue_breaker_open\(route.queue(of: "dsober"))") == "1")
            let now = try await sandbox.anyone.get("/sandbox/clock")["now"].string
            #expect(now?.hasPrefix("2030-01-15T18:30:00") == true, "time stands still where something is never drained")
            let during = try await sandbox.pushCount()
            #expect(during < 150, "the breaker spares a provider that is down: \(during) pushes")

            try await sandbox.clearFaults()
            try await sandbox.advance("PT20M")
            #expect(try await sandbox.metric("peal_queue_breaker_open\(route.queue(of: "dsober"))") == "0")
            var (accepted, failed) = (0, 0)
            for event in events {
                let report = try await event.report()
                let counts = report["counts"]["deliveries"]
                #expect(report["status"].string == "done")
                accepted += counts["accepted"].int ?? 0
                failed += counts["failed"].int ?? 0
            }
            #expect(accepted + failed == 30 * 10)
            #expect(failed < 30, "only what probed the provider can run out of retries: \(failed)")
            var shown = 0
            for phone in riders.map(\.phone) { shown += try await phone.notifications().count }
            #expect(shown == accepted)
        }
    }

    private static func outage(of route: PushRoute) -> JSON {
        switch route.provider {
        case "expo": ["provider": "\(route.provider)", "reset": true]
        default: ["provider": "\(route.provider)", "answer": ["status": 503]]
        }
    }

    @Test("a storm of GOAWAYs: every notification once on every screen")
    func goAwayStorm() async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            let crowd = try await gss.crowd("storm", 40, on: .apns)
            let everyone = JSON.list(crowd.map(\.user))
            try await sandbox.fault(["provider": "apns", "reset": "goaway", "probability": 0.2])
            for _ in 0..<10 {
                try await gss.trigger(["type": "kudos", "to": ["users": everyone], "data": GSSKind.kudos])
            }
            try await sandbox.advance("PT2M")
            for (user, phone) in crowd {
                let shown = try await phone.notifications().compactMap { $0["id"].string }
                #expect(shown.count == 10)
                let inbox = try await gss.api.get("/api/v1/users/\(user)/notifications")["items"].items
                #expect(Set(shown) == Set(inbox.compactMap { $0["id"].string }))
            }
        }
    }

    @Test("a provider that answers slowly holds up no trigger, and everything arrives", arguments: PushRoute.providers)
    func slowDrip(_ route: PushRoute) async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            let crowd = try await gss.crowd("drip", 10, on: route)
            let everyone = JSON.list(crowd.map(\.user))
            try await sandbox.fault(["provider": "\(route.provider)", "delayMs": 100, "times": 30])
            for _ in 0..<5 {
                let reply = try await gss.post(["type": "kudos", "to": ["users": everyone], "data": GSSKind.kudos])
                #expect(reply.status == 202)
            }
            try await sandbox.settle()
            for phone in crowd.map(\.phone) { #expect(try await phone.notifications().count == 5) }
        }
    }

    @Test("a wave of 429: nothing is lost, and the retries are spread", arguments: PushRoute.providers)
    func throttled(_ route: PushRoute) async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            let crowd = try await gss.crowd("wave", 20, on: route)
            let everyone = JSON.list(crowd.map(\.user))
            try await sandbox.fault([
                "provider": "\(route.provider)", "answer": ["status": 429, "retryAfter": 60], "times": 20,
            ])
            try await gss.trigger(["type": "kudos", "to": ["users": everyone], "data": GSSKind.kudos])
            try await sandbox.advance("PT5M")
            for phone in crowd.map(\.phone) { #expect(try await phone.notifications().count == 1) }
            let again = try await sandbox.pushes().filter { $0.status != 429 }.compactMap { $0.at?.prefix(19) }
            #expect(again.count == 20)
            #expect(Set(again).count > 1, "retries at one instant: \(again)")
        }
    }

    @Test(
        "a provider that suddenly calls many addresses dead costs nobody a device (C14)",
        arguments: PushRoute.providers
    )
    func lyingDead(_ route: PushRoute) async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            let crowd = try await gss.crowd("lie", 40, on: route)
            let everyone = JSON.list(crowd.map(\.user))
            let kudos: JSON = ["type": "kudos", "to": ["users": everyone], "data": GSSKind.kudos]
            try await sandbox.fault(["provider": "\(route.provider)", "answer": Self.dead(route)])
            try await gss.trigger(kudos)
            let metric = "peal_queue_token_breaker_open\(route.queue(of: "gss"))"
            #expect(try await sandbox.metric(metric) == "1")
            for user in crowd.map(\.user) { #expect(try await gss.deviceStates(user) == ["active"]) }

            try await sandbox.clearFaults()
            try await sandbox.advance("PT30M")
            try await gss.trigger(kudos)
            for phone in crowd.map(\.phone) { #expect((1...2).contains(try await phone.notifications().count)) }
            #expect(try await sandbox.metric(metric) == "0", "the breaker is closed again")
        }
    }

    @Test(
        "a key that is refused for every device costs nobody a device",
        arguments: [
            (PushRoute.webpush, ["status": 401] as JSON),
            (
                .webpush,
                ["status": 403, "reason": "The credentials do not correspond to those of the subscription."] as JSON
            ),
            (.apns, ["status": 400, "reason": "DeviceTokenNotForTopic"] as JSON),
            (.fcmAndroid, ["status": 403, "reason": "SENDER_ID_MISMATCH"] as JSON),
        ]
    )
    func refusedKey(_ route: PushRoute, _ answer: JSON) async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            let crowd = try await gss.crowd("key", 40, on: route)
            let everyone = JSON.list(crowd.map(\.user))
            try await sandbox.fault(["provider": "\(route.provider)", "answer": answer])
            try await gss.trigger(["type": "kudos", "to": ["users": everyone], "data": GSSKind.kudos])
            for user in crowd.map(\.user) { #expect(try await gss.deviceStates(user) == ["active"]) }
            #expect(try await sandbox.metric("peal_queue_token_breaker_open\(route.queue(of: "gss"))") == "1")
        }
    }

    private static func dead(_ route: PushRoute) -> JSON {
        switch route.provider {
        case "apns": ["status": 410, "reason": "Unregistered"]
        case "fcm": ["status": 404, "reason": "UNREGISTERED"]
        case "expo": ["status": 200, "reason": "DeviceNotRegistered"]
        default: ["status": 410]
        }
    }

    @Test(
        "a refused configuration stops the queue after a while, keeps every device, and goes on when it is fixed",
        arguments: PushRoute.providers
    )
    func wrongSetUp(_ route: PushRoute) async throws {
        try await withSandbox { sandbox in
            let gss = sandbox.backend("gss")
            let crowd = try await gss.crowd("setup", 15, on: route)
            let everyone = JSON.list(crowd.map(\.user))
            let kudos: JSON = ["type": "kudos", "to": ["users": everyone], "data": GSSKind.kudos]
            let answer: JSON =
                route.provider == "apns" ? ["status": 403, "reason": "InvalidProviderToken"] : ["status": 403]
            try await sandbox.fault(["provider": "\(route.provider)", "answer": answer])
            try await gss.trigger(kudos)
            let metric = "peal_queue_breaker_open\(route.queue(of: "gss"))"
            #expect(try await sandbox.metric(metric) == "1")
            let waiting = try await gss.trigger(kudos)
            #expect(try await waiting.report()["counts"]["deliveries"]["pending"].int == 15)
            let why = try await gss.api.get("/api/v1/why?trigger=\(waiting.id)&limit=1")
            let detail = try #require(why["items"].items.first?["deliveries"].items.first?["waits"]["detail"].string)
            #expect(detail.hasPrefix("It waits: the breaker of \(route.provider) is open since "), "\(detail)")
            #expect(!detail.contains("errno"))
            for user in crowd.map(\.user) { #expect(try await gss.deviceStates(user) == ["active"]) }

            try await sandbox.clearFaults()
            try await sandbox.advance("PT5M")
            #expect(try await sandbox.metric(metric) == "0")
            #expect(try await waiting.report()["counts"]["deliveries"]["accepted"].int == 15)
            for phone in crowd.map(\.phone) { #expect(try await phone.notifications().count == 1) }
        }
    }
}
