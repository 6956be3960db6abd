import Testing

/// What each provider is asked, in its own words (issue's mapping: R096–R105, R119, R145).
@Suite(
    "Providers: what is said to each",
    .sharedSandbox { try await $0.setClock("2030-01-15T12:00:00Z") }
)
struct WireTests {
    /// 2030-01-15T12:00:00Z in seconds.
    private static let noon = 1_894_708_800
    let sandbox: Sandbox
    let gss: Backend

    init() throws {
        sandbox = try SharedSandbox.sandbox
        gss = sandbox.backend("gss")
    }

    private func push(_ body: JSON, as user: String, on route: PushRoute) async throws -> Push {
        let signedIn = try await gss.user("\(user)-\(route.testDescription)")
        let phone = try await signedIn.phone(on: route)
        try await gss.trigger(body.with("to", ["users": ["\(signedIn.user)"]]))
        return try #require(try await phone.pushes().first)
    }

    @Test("APNs: headers of every push, aps and peal beside each other (R136)")
    func apns() async throws {
        let push = try await push(["type": "kudos", "data": GSSKind.kudos], as: "wire", on: .apns)
        let headers = push.headers
        #expect(headers["apns-push-type"].string == "alert")
        #expect(headers["apns-priority"].string == "10")
        #expect(headers["apns-expiration"].string == "\(Self.noon + 72 * 3600)")
        #expect(headers["apns-topic"].string?.contains("gss") == true)
        #expect((1...64).contains(headers["apns-collapse-id"].string?.utf8.count ?? 0))
        #expect(headers["authorization"].string == "bearer ***")
        #expect(push.payload.names == ["aps", "peal"])
        let aps = push.payload["aps"]
        #expect(aps["alert"] == ["title": "Dana sent you kudos", "body": "“Thanks!”"])
        #expect(aps["badge"].int == 1)
        #expect(aps["sound"].string == "default")
        #expect(aps["thread-id"].string == "kudos")
        #expect(aps["category"].string == "KUDOS")
        #expect(aps["interruption-level"].string == "active")
        #expect(aps["relevance-score"].text == "0.5")
        #expect(aps["mutable-content"].isNull)
    }

    @Test("FCM to Android: a notification in the type's channel with its tag (R135)")
    func fcmAndroid() async throws {
        let push = try await push(["type": "kudos", "data": GSSKind.kudos], as: "wire", on: .fcmAndroid)
        #expect(push.message["notification"] == ["title": "Dana sent you kudos", "body": "“Thanks!”"])
        let shown = push.android["notification"]
        #expect(push.android["ttl"].string == "\(72 * 3600)s")
        #expect(push.android["priority"].string == "HIGH", "GSS wakes phones for all that is shown (P9)")
        #expect(push.android["collapse_key"].isNull, "only what the catalog collapses uses one of the four keys")
        #expect(shown["channel_id"].string == "kudos")
        #expect(shown["notification_count"].int == 1)
        #expect(shown["notification_priority"].string == "PRIORITY_DEFAULT")
        #expect(shown["tag"].string?.isEmpty == false)
        #expect(shown["color"].string == "#7c3aed")
        #expect(shown["event_time"].string?.hasPrefix("2030-01-15T12:00:00") == true)
        #expect(push.message["apns"].isNull && push.message["webpush"].isNull)
    }

    @Test("FCM to iOS: what Apple gets, in its block (R135)")
    func fcmApple() async throws {
        let push = try await push(["type": "kudos", "data": GSSKind.kudos], as: "wire", on: .fcmApple)
        let apns = push.message["apns"]
        #expect(apns["headers"]["apns-push-type"].string == "alert")
        #expect(apns["headers"]["apns-priority"].string == "10")
        #expect(apns["headers"]["apns-expiration"].string == "\(Self.noon + 72 * 3600)")
        let aps = apns["payload"]["aps"]
        #expect(aps["thread-id"].string == "kudos")
        #expect(aps["category"].string == "KUDOS")
        #expect(aps["badge"].int == 1)
        #expect(push.message["android"].isNull && push.message["webpush"].isNull)
    }

    @Test("Expo: a message with the platform's fields alone (R137)", arguments: [PushRoute.expoAndroid, .expoApple])
    func expo(_ route: PushRoute) async throws {
        let push = try await push(["type": "kudos", "data": GSSKind.kudos], as: "wire", on: route)
        let message = push.payload
        #expect(message["to"].string?.hasPrefix("ExponentPushToken[") == true)
        #expect(message["title"].string == "Dana sent you kudos")
        #expect(message["body"].string == "“Thanks!”")
        #expect(message["ttl"].int == 72 * 3600)
        #expect(message["priority"].string == (route.isApple ? "default" : "high"))
        #expect(message["categoryId"].string == "KUDOS")
        #expect(message["collapseId"].string?.isEmpty == false)
        #expect(message["channelId"].string == (route.isApple ? nil : "kudos"))
        #expect(message["sound"].string == (route.isApple ? "default" : nil))
        #expect(message["badge"].int == (route.isApple ? 1 : nil))
        #expect(message["interruptionLevel"].string == (route.isApple ? "active" : nil))
        #expect(push.headers["authorization"].string == "Bearer ***")
    }

    @Test(
        "Web Push: encrypted, with TTL, Urgency and Topic; has the options a browser knows, and peal (R138, P10)"
    )
    func webpush() async throws {
        let push = try await push(["type": "kudos", "data": GSSKind.kudos], as: "wire", on: .webpush)
        #expect(push.status == 201)
        #expect(push.headers["content-encoding"].string == "aes128gcm")
        #expect(push.headers["ttl"].string == "\(72 * 3600)")
        #expect(push.headers["urgency"].string == "normal")
        #expect(push.headers["topic"].string?.utf8.count == 32)
        #expect(push.headers["authorization"].string == "vapid ***")
        #expect(
            push.payload.names == [
                "badge", "body", "dir", "icon", "lang", "notification", "peal", "tag", "timestamp", "title", "web_push",
            ]
        )
        #expect(push.payload["title"].string == "Dana sent you kudos")
        #expect(push.payload["lang"].string == "en")
        #expect(push.payload["timestamp"].int == Self.noon * 1000)
        #expect(push.payload["icon"].string == "https://gss.example/icons/notification.png")
        #expect(push.payload["notification"]["navigate"].string == "https://gss.example/kudos")
        #expect(push.payload["notification"]["app_badge"].string == "1")
    }

    @Test("FCM on the web: Firebase's own worker gets a link it can open (P3)")
    func fcmWeb() async throws {
        let push = try await push(["type": "kudos", "data": GSSKind.kudos], as: "wire", on: .fcmWeb)
        #expect(push.message["notification"] == ["title": "Dana sent you kudos", "body": "“Thanks!”"])
        let web = push.message["webpush"]
        #expect(web["fcm_options"]["link"].string == "https://gss.example/kudos")
        #expect(web["notification"]["badge"].string == "https://gss.example/icons/badge.png")
        #expect(web["notification"]["dir"].string == "ltr")
    }

    @Test(
        "priority: urgency, interruption level and importance (R096, R097)",
        arguments: PushRoute.all,
        PriorityRow.all
    )
    func priority(_ route: PushRoute, _ row: PriorityRow) async throws {
        let push = try await push(
            ["type": "system", "priority": "\(row.priority)", "data": ["headline": "News", "message": "Read"]],
            as: "priority-\(row.priority)",
            on: route
        )
        switch route.testDescription {
        case "apns-ios":
            #expect(push.headers["apns-priority"].string == row.apple)
            #expect(push.payload["aps"]["interruption-level"].string == row.interruption)
        case "fcm-ios":
            let apns = push.message["apns"]
            #expect(apns["headers"]["apns-priority"].string == row.apple)
            #expect(apns["payload"]["aps"]["interruption-level"].string == row.interruption)
        case "fcm-android":
            #expect(push.android["priority"].string == row.android)
            #expect(push.android["notification"]["notification_priority"].string == row.importance)
        case "expo-ios":
            #expect(push.payload["priority"].string == row.expo)
            #expect(push.payload["interruptionLevel"].string == row.interruption)
        case "expo-android":
            #expect(push.payload["priority"].string == (row.priority == "normal" ? "high" : row.expo))
            #expect(push.payload["channelId"].string == "system")
        default:
            #expect(push.headers["urgency"].string == row.urgency)
        }
    }

    @Test(
        "a critical alert's sound is critical where Apple shows it (R101, R102)",
        arguments: [PushRoute.apns, .fcmApple, .expoApple]
    )
    func criticalSound(_ route: PushRoute) async throws {
        let dsober = sandbox.backend("dsober")
        let group = "sound-\(route.testDescription)"
        let admin = try await DSoberFixture.group(group, admins: [group], on: dsober)[0]
        let phone = try await admin.phone(on: route)
        try await dsober.trigger(DSoberFixture.sepFailed(group))
        let push = try #require(try await phone.pushes().first)
        let sound =
            switch route.provider {
            case "apns": push.payload["aps"]["sound"]
            case "fcm": push.message["apns"]["payload"]["aps"]["sound"]
            default: push.payload["sound"]
            }
        #expect(sound["name"].string == "alert.caf", "iOS looks for a file of the app (P4)")
        #expect(sound["critical"].int == 1 || sound["critical"].bool == true)
    }

    @Test("a type's time to live reaches the provider (R145)", arguments: PushRoute.all, TimeToLive.all)
    func timeToLive(_ route: PushRoute, _ row: TimeToLive) async throws {
        let body: JSON = ["type": "\(row.type)", "entity": "event/e1", "data": row.data]
        let push = try await push(body, as: "ttl-\(row.type)", on: route)
        switch route.testDescription {
        case "apns-ios": #expect(push.headers["apns-expiration"].string == "\(Self.noon + row.seconds)")
        case "fcm-ios":
            let headers = push.message["apns"]["headers"]
            #expect(headers["apns-expiration"].string == "\(Self.noon + row.seconds)")
        case "fcm-android": #expect(push.android["ttl"].string == "\(row.seconds)s")
        case "expo-ios", "expo-android": #expect(push.payload["ttl"].int == row.seconds)
        default: #expect(push.headers["ttl"].string == "\(row.seconds)")
        }
    }
}

/// What a priority is called by each provider.
struct PriorityRow: Sendable, CustomTestStringConvertible {
    let priority: String
    let apple: String
    let interruption: String
    let android: String
    let importance: String
    let expo: String
    let urgency: String

    var testDescription: String { priority }

    static let all = [
        PriorityRow(
            priority: "critical",
            apple: "10",
            interruption: "critical",
            android: "HIGH",
            importance: "PRIORITY_MAX",
            expo: "high",
            urgency: "high"
        ),
        PriorityRow(
            priority: "high",
            apple: "10",
            interruption: "active",
            android: "HIGH",
            importance: "PRIORITY_HIGH",
            expo: "high",
            urgency: "high"
        ),
        PriorityRow(
            priority: "normal",
            apple: "10",
            interruption: "active",
            android: "HIGH",
            importance: "PRIORITY_DEFAULT",
            expo: "default",
            urgency: "normal"
        ),
        PriorityRow(
            priority: "low",
            apple: "5",
            interruption: "passive",
            android: "NORMAL",
            importance: "PRIORITY_LOW",
            expo: "normal",
            urgency: "low"
        ),
    ]
}

/// How long a type of GSS counts.
struct TimeToLive: Sendable, CustomTestStringConvertible {
    let type: String
    let seconds: Int
    let data: JSON

    var testDescription: String { type }

    static let all = [
        TimeToLive(
            type: "eta-request",
            seconds: 900,
            data: ["host": "Jordan", "event": "Lunch run", "startsAt": "2030-01-15T18:00:00Z"]
        ),
        TimeToLive(
            type: "event-reminder",
            seconds: 3_600,
            data: ["event": "Lunch run", "place": "Town park", "startsAt": "2030-01-15T18:00:00Z"]
        ),
        TimeToLive(type: "streak-risk", seconds: 43_200, data: ["days": 12]),
    ]
}
