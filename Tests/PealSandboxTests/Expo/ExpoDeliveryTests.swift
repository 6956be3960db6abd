import PealCore
import PealExpo
import PealProviderKit
import PealTesting
import Testing

@testable import PealSandbox

@Suite("A push by Expo")
struct ExpoDeliveryTests {
    @Test("is shown on the phone", arguments: [Platform.ios, .android])
    func shown(_ platform: Platform) async throws {
        try await ExpoBench.run { bench in
            let phone = try bench.phone(platform)
            let outcome = try await bench.provider().send(.fixture(token: phone.token, platform: platform))
            let receipt = try #require(outcome.receipt)
            #expect(receipt.split(separator: "-").map(\.count) == [8, 4, 4, 4, 12])
            let screen = try bench.simulator.phones.screen(phone.id)
            #expect(screen.badge == 3)
            #expect(screen.sounds == ["default"])
            let shown = try #require(screen.notifications.first)
            #expect(screen.notifications.count == 1)
            #expect(shown.title == "Ride")
            #expect(shown.body == "Your driver is here")
            #expect(shown.link == "peal://rides/r1")
            #expect(shown.thread == "ride/r1")
            let entry = try #require(bench.simulator.requestLog.entries().items.first)
            #expect(entry.phoneID == phone.id)
            #expect(entry.status == 200)
            #expect(JSONText.parse(entry.payload)?.object?["to"] == .string(phone.token))
        }
    }

    @Test("among a thousand reaches its own phone, in compressed requests of at most a hundred")
    func thousand() async throws {
        try await ExpoBench.run { bench in
            let provider = try bench.provider()
            let phones = try (0..<1000).map { try bench.phone($0 % 2 == 0 ? .ios : .android) }
            let accepted = await withTaskGroup(of: Bool.self) { group in
                for (number, phone) in phones.enumerated() {
                    group.addTask {
                        let message = PushMessage.fixture(
                            token: phone.token,
                            platform: number % 2 == 0 ? .ios : .android,
                            title: "To \(phone.id)"
                        )
                        return await provider.send(message).receipt != nil
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(accepted == 1000)
            for phone in phones { #expect(try bench.notifications(phone.id).map(\.title) == ["To \(phone.id)"]) }
            let (items, _) = bench.simulator.requestLog.entries()
            #expect(items.count == 1000)
            #expect(items.contains { $0.headers.contains { $0.name.lowercased() == "content-encoding" } })
        }
    }

    @Test("to a token that is gone, unknown or of another shape says so; the others of its batch arrive")
    func statuses() async throws {
        try await ExpoBench.run { bench in
            let provider = try bench.provider()
            let good = try bench.phone()
            let gone = try bench.phone()
            try bench.simulator.phones.uninstall(gone.id)
            let expected: [(String, SendOutcome)] = [
                (gone.token, .gone(reason: "DeviceNotRegistered", since: nil)),
                ("ExponentPushToken[nobodynobodynobodynobo]", .gone(reason: "DeviceNotRegistered", since: nil)),
                ("no-token", .gone(reason: "DeviceNotRegistered", since: nil)),
            ]
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for _ in 0..<5 { #expect(await provider.send(.fixture(token: good.token)).receipt != nil) }
                }
                for (token, outcome) in expected {
                    group.addTask { #expect(await provider.send(.fixture(token: token)) == outcome) }
                }
                try await group.waitForAll()
            }
            #expect(bench.simulator.requestLog.counters.accepted == 5)
        }
    }

    @Test("of several projects at the same time reaches all of them")
    func projects() async throws {
        try await ExpoBench.run { bench in
            let provider = try bench.provider()
            let tokens = (0..<90).map { bench.simulator.makeToken(project: "project-\($0 % 3)") }
            let accepted = await withTaskGroup(of: Bool.self) { group in
                for token in tokens { group.addTask { await provider.send(.fixture(token: token)).receipt != nil } }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(accepted == 90)
            let refused = bench.simulator.requestLog.entries().items.compactMap(\.reason)
            #expect(refused.allSatisfy { $0 == "PUSH_TOO_MANY_EXPERIENCE_IDS" })
        }
    }

    @Test("to a project with enhanced security needs its access token")
    func access() async throws {
        try await ExpoBench.run { bench in
            let phone = try bench.phone(project: "safe")
            let token = try bench.simulator.accessToken(project: "safe")
            let refused = SendOutcome.rejected(reason: "UNAUTHORIZED", scope: .configuration)
            #expect(try await bench.provider().send(.fixture(token: phone.token)) == refused)
            #expect(try await bench.provider(accessToken: "wrong").send(.fixture(token: phone.token)) == refused)
            #expect(try await bench.provider(accessToken: token).send(.fixture(token: phone.token)).receipt != nil)
            #expect(try await bench.provider(accessToken: token).checkCredentials() == .accepted)
            #expect(try await bench.provider().checkCredentials() == .accepted)
            #expect(
                try await bench.provider(accessToken: "wrong").checkCredentials() == .refused(reason: "UNAUTHORIZED")
            )
            let headers = bench.simulator.requestLog.entries().items.flatMap(\.headers)
            #expect(headers.contains { $0.value == "Bearer ***" })
            #expect(!headers.contains { $0.value.contains(token) || $0.value.contains("wrong") })
        }
    }

    @Test("faster than the project may send is throttled, and may go a second later")
    func rate() async throws {
        try await ExpoBench.run(perSecond: 2) { bench in
            let provider = try bench.provider()
            let token = bench.simulator.makeToken(project: "demo")
            for _ in 0..<2 { #expect(await provider.send(.fixture(token: token)).receipt != nil) }
            #expect(
                await provider.send(.fixture(token: token))
                    == .throttled(reason: "TOO_MANY_REQUESTS", retryAfter: nil, scope: .sender)
            )
            bench.clock.advance(by: .seconds(1))
            #expect(await provider.send(.fixture(token: token)).receipt != nil)
        }
    }

    @Test("to a browser or with too much in it never leaves")
    func neverSent() async throws {
        try await ExpoBench.run { bench in
            let provider = try bench.provider()
            let token = bench.simulator.makeToken(project: "demo")
            #expect(
                await provider.send(.fixture(token: token, platform: .web))
                    == .rejected(reason: "UNSUPPORTED_PLATFORM", scope: .device)
            )
            let actions = (0..<40).map {
                PushPayload.Action(id: "a\($0)", title: String(repeating: "t", count: 90), kind: "x")
            }
            #expect(
                await provider.send(.fixture(token: token, payload: .fixture(actions: actions)))
                    == .rejected(reason: "payload-too-large", scope: .message)
            )
            #expect(bench.simulator.requestLog.counters.requests == 0)
        }
    }

    @Test("in a load run leaves token, tag and notification")
    func lean() async throws {
        try await ExpoBench.run(detail: .lean) { bench in
            let token = bench.simulator.makeToken(project: "demo")
            let provider = try bench.provider()
            #expect(await provider.send(.fixture(token: token, platform: .ios)).receipt != nil)
            #expect(
                Array(bench.simulator.requestLog.accepted().items) == [
                    RequestLog.LeanEntry(at: bench.clock.now, token: token, tag: "ntf_1", notification: "ntf_1")
                ]
            )
        }
    }
}
