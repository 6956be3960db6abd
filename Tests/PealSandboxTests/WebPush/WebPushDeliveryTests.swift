import PealCore
import PealProviderKit
import PealTesting
import Testing

@testable import PealSandbox
@testable import PealWebPush

@Suite("A push to a browser")
struct WebPushDeliveryTests {
    @Test("is shown, and the witness saw what the browser read")
    func shown() async throws {
        try await WebPushBench.run { bench in
            let phone = try bench.phone()
            let outcome = await bench.provider().send(.fixture(token: phone.token, platform: .web))
            guard case .accepted(let receipt?) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(receipt.utf8.count == 32)
            let screen = try bench.simulator.phones.screen(phone.id)
            #expect(screen.badge == 3)
            #expect(screen.sounds == ["default"])
            let notification = try #require(screen.notifications.first)
            #expect(notification.title == "Ride")
            #expect(notification.body == "Your driver is here")
            #expect(notification.link == "peal://rides/r1")
            let entry = try #require(bench.simulator.requestLog.entries().items.first)
            #expect(entry.phoneID == phone.id)
            #expect(entry.status == 201)
            #expect(entry.headers.contains { $0.name.lowercased() == "authorization" && $0.value == "vapid ***" })
            #expect(entry.json.object?["payload"]?.object?["title"]?.string == "Ride")
        }
    }

    @Test("shows its buttons, and a tap answers with the button's token")
    func buttons() async throws {
        try await WebPushBench.run { bench in
            let phone = try bench.phone()
            let actions = (1...2).map {
                PushPayload.Action(id: "a\($0)", title: "A \($0)", kind: "quick-reply", token: "at_\($0)")
            }
            let message = PushMessage.fixture(token: phone.token, platform: .web, payload: .fixture(actions: actions))
            #expect(await bench.provider().send(message).isAccepted)
            #expect(try bench.notifications(phone.id).first?.actions.map(\.id) == ["a1", "a2"])
            #expect(try bench.simulator.phones.tap(phone.id, notification: "ntf_1", action: "a2").tap.token == "at_2")
        }
    }

    @Test("waits at the push service for its time to live, the last of a topic alone")
    func offline() async throws {
        try await WebPushBench.run { bench in
            let phone = try bench.phone()
            let provider = bench.provider()
            try bench.simulator.phones.disconnect(phone.id)
            for (id, key, seconds) in [
                ("ntf_1", "eta", 600), ("ntf_2", "eta", 600), ("ntf_3", nil, 60), ("ntf_4", nil, 0),
            ] {
                let message = PushMessage.fixture(
                    token: phone.token,
                    platform: .web,
                    collapseKey: key,
                    timeToLive: .seconds(seconds),
                    payload: .fixture(id: id)
                )
                #expect(await provider.send(message).isAccepted)
            }
            bench.clock.advance(by: .seconds(120))
            try bench.simulator.phones.reconnect(phone.id)
            #expect(try bench.notifications(phone.id).map(\.id) == ["ntf_2"])
        }
    }

    @Test("cannot be said to the app alone", arguments: ["clear", "badge", "sync"])
    func silent(_ op: String) async throws {
        try await WebPushBench.run { bench in
            let message = PushMessage.fixture(
                token: try bench.subscription(),
                platform: .web,
                payload: .fixture(op: op)
            )
            #expect(await bench.provider().send(message) == .rejected(reason: "not-showable", scope: .message))
            #expect(bench.simulator.requestLog.counters.requests == 0)
        }
    }

    @Test("finds out that the browser is gone, unknown, another key's or no browser at all")
    func subscriptions() async throws {
        try await WebPushBench.run { bench in
            let provider = bench.provider()
            let phone = try bench.phone()
            try bench.simulator.phones.uninstall(phone.id)
            let other = try bench.subscription(key: VAPIDKey.generate().applicationServerKey)
            let cases: [(String, SendOutcome)] = [
                (phone.token, .gone(reason: "errno-106", since: nil)),
                (
                    try bench.subscription().replacing("/wp/demo/", with: "/wp/other/"),
                    .gone(reason: "errno-102", since: nil)
                ),
                (other, .rejected(reason: "errno-109", scope: .device)),
                ("token", .rejected(reason: "invalid-subscription", scope: .device)),
                (
                    WebPushBench.token(endpoint: "https://127.0.0.1:1/x"),
                    .rejected(reason: "endpoint-refused", scope: .device)
                ),
                (
                    WebPushBench.token(endpoint: "https://push.example.com/x"),
                    .rejected(reason: "endpoint-refused", scope: .device)
                ),
            ]
            for (token, outcome) in cases {
                #expect(await provider.send(.fixture(token: token, platform: .web)) == outcome)
            }
        }
    }

    @Test("reaches many browsers, each with a key of its own")
    func many() async throws {
        try await WebPushBench.run { bench in
            let keys = EphemeralKeys(size: 32)
            let provider = bench.provider(keys: keys)
            let tokens = try (0..<100).map { _ in try bench.subscription() }
            #expect(Set(tokens).count == 100)
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await keys.run() }
                let accepted = await withTaskGroup(of: Bool.self) { sends in
                    for token in tokens {
                        sends.addTask { await provider.send(.fixture(token: token, platform: .web)).isAccepted }
                    }
                    return await sends.reduce(0) { $0 + ($1 ? 1 : 0) }
                }
                #expect(accepted == 100)
                group.cancelAll()
            }
            #expect(bench.simulator.requestLog.counters.accepted == 100)
        }
    }

    @Test("uses what another run of the simulator gave out, and takes subscriptions before they are stored")
    func shape() async throws {
        try await WebPushBench.run { bench in
            let token = try bench.subscription()
            let provider = bench.provider()
            #expect(provider.problem(withToken: token) == nil)
            #expect(provider.problem(withToken: token.replacing("127.0.0.1", with: "127.0.0.2")) != nil)
            #expect(WebPushSubscription.problem(withToken: token) != nil)
            let parts = token.split(separator: "\"")[3].split(separator: "/")
            let subscriptions = BrowserSubscriptions()
            #expect(subscriptions.browser(app: "demo", id: String(parts.last ?? "")) != nil)
            #expect(subscriptions.browser(app: "other", id: String(parts.last ?? "")) == nil)
            #expect(await provider.checkCredentials() == .plausible)
        }
    }
}
