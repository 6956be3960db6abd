import PealCore
import PealFCM
import PealProviderKit
import PealTesting
import Testing

@testable import PealSandbox

@Suite("A push by FCM")
struct FCMDeliveryTests {
    @Test("is shown on the phone", arguments: Platform.allCases)
    func shown(_ platform: Platform) async throws {
        try await FCMBench.run { bench in
            let phone = try bench.phone(platform)
            let link = "https://app.example/rides/r1"
            let message = PushMessage.fixture(token: phone.token, platform: platform, webLink: link)
            let outcome = try await bench.provider().send(message)
            guard case .accepted(let receipt) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(receipt?.hasPrefix("projects/demo/messages/") == true)
            let screen = try bench.simulator.phones.screen(phone.id)
            #expect(screen.badge == 3)
            #expect(screen.sounds == ["default"])
            #expect(
                screen.notifications == [
                    PhoneScreen.Notification(
                        id: "ntf_1",
                        title: "Ride",
                        body: "Your driver is here",
                        link: platform == .web ? link : "peal://rides/r1",
                        actions: [],
                        thread: "ride/r1",
                        sound: "default",
                        at: bench.clock.now.rfc3339
                    )
                ]
            )
            let entry = try #require(bench.simulator.requestLog.entries().items.first)
            #expect(entry.phoneID == phone.id)
            #expect(entry.status == 200)
            #expect(entry.headers.contains { $0.name.lowercased() == "authorization" && $0.value == "Bearer ***" })
        }
    }

    @Test("shows no button in a browser, where Firebase's own worker draws it (P3)")
    func noButtons() async throws {
        try await FCMBench.run { bench in
            let phone = try bench.phone(.web)
            let action = PushPayload.Action(id: "late-5", title: "5 minutes late", kind: "quick-reply")
            let payload = PushPayload.fixture(actions: [action])
            let message = PushMessage.fixture(token: phone.token, platform: .web, payload: payload)
            #expect(try await bench.provider().send(message).isAccepted)
            let shown = try #require(try bench.notifications(phone.id).first)
            #expect(shown.actions.isEmpty)
            #expect(shown.link.isEmpty, "without a web link a tap does nothing")
        }
    }

    @Test("shows its buttons, and a tap answers with the button's token", arguments: [Platform.ios, .android])
    func buttons(_ platform: Platform) async throws {
        try await FCMBench.run { bench in
            let phone = try bench.phone(platform)
            let action = PushPayload.Action(id: "late-5", title: "5 minutes late", kind: "quick-reply", token: "at_1")
            let message = PushMessage.fixture(
                token: phone.token,
                platform: platform,
                payload: .fixture(actions: [action])
            )
            #expect(try await bench.provider().send(message).isAccepted)
            #expect(try bench.notifications(phone.id).first?.actions == [.init(id: "late-5", title: "5 minutes late")])
            #expect(throws: PhoneError.self) {
                try bench.simulator.phones.tap(phone.id, notification: "ntf_1", action: "other")
            }
            let tap = try bench.simulator.phones.tap(phone.id, notification: "ntf_1", action: "late-5").tap
            #expect(tap.link == "peal://rides/r1")
            #expect(tap.kind == "quick-reply")
            #expect(tap.token == "at_1")
            #expect(try bench.notifications(phone.id).isEmpty)
        }
    }

    @Test("reaches many phones with one access token, and gets a new one in time")
    func oneAccessToken() async throws {
        try await FCMBench.run { bench in
            let provider = try bench.provider()
            let tokens = (0..<100).map { _ in bench.simulator.makeToken(project: "demo") }
            let accepted = await withTaskGroup(of: Bool.self) { group in
                for token in tokens { group.addTask { await provider.send(.fixture(token: token)).isAccepted } }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(accepted == 100)
            #expect(bench.simulator.requestLog.counters.tokenRequests == 1)
            bench.clock.advance(by: .seconds(3400))
            #expect(await provider.send(.fixture(token: tokens[0])).isAccepted)
            #expect(bench.simulator.requestLog.counters.tokenRequests == 2)
        }
    }

    @Test("gets a new access token once when the old one is refused")
    func refusedAccessToken() async throws {
        try await FCMBench.run { bench in
            let provider = try bench.provider()
            let message = PushMessage.fixture(token: bench.simulator.makeToken(project: "demo"))
            #expect(await provider.send(message).isAccepted)
            bench.simulator.revokeAccessTokens()
            #expect(await provider.send(message).isAccepted)
            #expect(bench.simulator.requestLog.counters.tokenRequests == 2)
            try bench.simulator.faults.add(Fault(answer: .init(status: 401, reason: "UNAUTHENTICATED"), times: 2))
            #expect(await provider.send(message) == .rejected(reason: "UNAUTHENTICATED", scope: .configuration))
            #expect(bench.simulator.requestLog.counters.tokenRequests == 3)
        }
    }

    @Test("finds out that the app is gone, the token another project's, or none")
    func tokens() async throws {
        try await FCMBench.run { bench in
            let provider = try bench.provider()
            _ = try bench.provider(project: "other")
            let phone = try bench.phone()
            try bench.simulator.phones.uninstall(phone.id)
            let cases: [(String, SendOutcome)] = [
                (phone.token, .gone(reason: "UNREGISTERED", since: nil)),
                (bench.simulator.makeToken(project: "other"), .rejected(reason: "SENDER_ID_MISMATCH", scope: .device)),
                (String(repeating: "x", count: 40), .gone(reason: "UNREGISTERED", since: nil)),
                ("not a token at all, but long enough", .gone(reason: "INVALID_TOKEN", since: nil)),
            ]
            for (token, outcome) in cases { #expect(await provider.send(.fixture(token: token)) == outcome) }
        }
    }

    @Test(
        "refuses what cannot be a token before it is stored",
        arguments: ["", "short", String(repeating: "a", count: 31) + " "]
    )
    func tokenShape(_ token: String) async throws {
        try await FCMBench.run { bench in
            let provider = try bench.provider()
            #expect(provider.problem(withToken: token) != nil)
            #expect(provider.problem(withToken: bench.simulator.makeToken(project: "demo")) == nil)
        }
    }

    @Test("says whether the credentials are taken, without a push to anybody")
    func credentials() async throws {
        try await FCMBench.run { bench in
            #expect(try await bench.provider().checkCredentials() == .accepted)
            try bench.simulator.faults.add(
                Fault(answer: Fault.Answer(status: 403, reason: "PERMISSION_DENIED"), times: 1)
            )
            guard case .refused = try await bench.provider().checkCredentials() else {
                Issue.record("an account that may not send is refused")
                return
            }
            let closed = try FCMOptions(
                serviceAccount: try bench.simulator.makeServiceAccount(project: "demo"),
                endpoint: "http://127.0.0.1:9"
            )
            let provider = FCMProvider(options: closed, transport: .client(bench.client), now: { bench.clock.now })
            guard case .unreachable = await provider.checkCredentials() else {
                Issue.record("a service that is not there is unreachable, whatever the account")
                return
            }
        }
    }
}
