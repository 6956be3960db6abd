import Testing

/// What a device in do-not-disturb is asked: the platform and its owner decide.
@Suite(
    "Do not disturb: what each provider is told (R092–R094)",
    .sharedSandbox { try await $0.setClock("2030-01-15T17:00:00Z") }
)
struct DoNotDisturbTests {
    let sandbox: Sandbox

    init() throws { sandbox = try SharedSandbox.sandbox }

    @Test("R093: a critical safety alert asks to pass the device's do-not-disturb", arguments: PushRoute.all)
    func critical(_ route: PushRoute) async throws {
        let group = "dnd-\(route.testDescription)"
        let dsober = sandbox.backend("dsober")
        let phone = try await DSoberFixture.group(group, admins: [group], on: dsober)[0].phone(on: route)
        try await dsober.trigger(DSoberFixture.sepFailed(group))
        let push = try #require(try await phone.pushes().first)
        switch route.platform {
        case "ios":
            #expect(push.interruption(on: route) == "critical")
        case "android":
            #expect(push.channel(on: route) == "safety-alerts")
            #expect(push.urgency(on: route) == (route.provider == "fcm" ? "HIGH" : "high"))
            if route.provider == "fcm" {
                #expect(push.android["notification"]["notification_priority"].string == "PRIORITY_MAX")
            }
        default: #expect(push.headers["urgency"].string == "high")
        }
    }

    @Test(
        "R094: a high-priority type that may pass it is time-sensitive, and urgent in its own channel",
        arguments: PushRoute.all
    )
    func high(_ route: PushRoute) async throws {
        let nhs = sandbox.backend("nhs")
        let member = try await nhs.user("dnd-high-\(route.testDescription)")
        let phone = try await member.phone(on: route, capabilities: ["bluetooth": "granted"])
        try await nhs.trigger(
            NHSFixture.session("dnd-\(route.testDescription)", org: "dnd").with("to", ["users": ["\(member.user)"]])
        )
        let push = try #require(try await phone.pushes().first)
        switch route.platform {
        case "ios": #expect(push.interruption(on: route) == "time-sensitive")
        case "android":
            #expect(push.channel(on: route) == "ble-sessions")
            #expect(push.urgency(on: route) == (route.provider == "fcm" ? "HIGH" : "high"))
            if route.provider == "fcm" {
                #expect(push.android["notification"]["notification_priority"].string == "PRIORITY_MAX")
            }
        default: #expect(push.headers["urgency"].string == "high")
        }
    }

    @Test(
        "R092: what is not critical respects it, high priority too",
        arguments: PushRoute.all,
        ["high", "normal", "low"]
    )
    func respected(_ route: PushRoute, _ priority: String) async throws {
        let match = sandbox.backend("match")
        let user = try await match.user("dnd-\(priority)-\(route.testDescription)")
        let phone = try await user.phone(on: route)
        try await match.trigger(MatchFixture.system(to: user.user, priority: priority))
        let push = try #require(try await phone.pushes().first)
        switch route.platform {
        case "ios": #expect(push.interruption(on: route) == (priority == "low" ? "passive" : "active"))
        case "android":
            #expect(push.channel(on: route) == "system")
            #expect(push.android["notification"]["notification_priority"].string != "PRIORITY_MAX")
        default: #expect(push.headers["urgency"].string == priority)
        }
    }
}

extension Push {
    /// How far it asks to interrupt an Apple device.
    fileprivate func interruption(on route: PushRoute) -> String? {
        switch route.provider {
        case "apns": payload["aps"]["interruption-level"].string
        case "fcm": message["apns"]["payload"]["aps"]["interruption-level"].string
        default: payload["interruptionLevel"].string
        }
    }

    /// The Android channel, whose owner decides whether it passes.
    fileprivate func channel(on route: PushRoute) -> String? {
        route.provider == "fcm" ? android["notification"]["channel_id"].string : payload["channelId"].string
    }

    fileprivate func urgency(on route: PushRoute) -> String? {
        route.provider == "fcm" ? android["priority"].string : payload["priority"].string
    }
}
