import PealCore
import PealProviderKit
import PealTesting
import Testing

@testable import PealAPNs

@Suite("The APNs provider")
struct APNsProviderTests {
    @Test("says in its headers what Apple asks for")
    func headers() async throws {
        let server = ScriptedAPNs()
        try await server.run { url in
            let clock = TestClock(Timestamp(seconds: 1_000_000))
            try await APNsFixtures.provider(APNsFixtures.options(production: url), clock: clock) { provider in
                var message = APNsFixtures.message(7)
                message.token = message.token.uppercased()
                let outcome = await provider.send(message)
                #expect(outcome == .accepted(receipt: "00000000-0000-4000-8000-000000000001"))
                let seen = try #require(server.record.seen.first)
                let plain = seen.headers.filter { $0.name != "authorization" }.map { "\($0.name): \($0.value)" }
                #expect(
                    plain == [
                        ":method: POST", ":scheme: https", ":path: /3/device/\(APNsFixtures.token(7))",
                        ":authority: \(url.dropFirst("https://".count))", "apns-topic: com.example.app",
                        "apns-push-type: alert", "apns-priority: 10", "apns-expiration: 1003600",
                        "apns-collapse-id: ntf_1",
                    ]
                )
                #expect(seen["authorization"]?.hasPrefix("bearer ey") == true)
                #expect(
                    seen.body == APNsMessageEncoder(allowsCriticalAlerts: false).encode(message, now: clock.now)?.body
                )
                var sync = APNsFixtures.message(8)
                sync.payload = .fixture(op: "sync")
                #expect(await provider.send(sync).isAccepted)
                let silent = try #require(server.record.seen.last)
                #expect(silent["apns-push-type"] == "background")
                #expect(silent["apns-priority"] == "5")
                #expect(silent["apns-collapse-id"] == nil)
            }
        }
    }

    @Test("keeps one provider token for all; a push that meets an expired one waits until it may be replaced (P11)")
    func expiredToken() async throws {
        let server = ScriptedAPNs { _, number in
            number <= 2 ? .answer(403, reason: "ExpiredProviderToken") : .answer(200)
        }
        try await server.run { url in
            let clock = TestClock()
            try await APNsFixtures.provider(APNsFixtures.options(production: url), clock: clock) { provider in
                let young = await provider.send(APNsFixtures.message(1))
                let wait = Duration.seconds(20 * 60)
                #expect(young == .throttled(reason: "ExpiredProviderToken", retryAfter: wait, scope: .sender))
                #expect(server.record.seen.count == 1)
                clock.advance(by: wait)
                #expect(await provider.sendAll(2..<12).count { $0.isAccepted } == 10)
                let tokens = server.record.seen.compactMap { $0["authorization"] }
                #expect(tokens.count == 12)
                #expect(Set(tokens).count == 2)
                #expect(tokens[0] == tokens[1])
            }
        }
    }

    @Test(
        "asks whether the credentials are good without a push to anybody",
        arguments: [
            (ScriptedAPNs.Act.answer(400, reason: "BadDeviceToken"), CredentialCheck.accepted),
            (.answer(410, reason: "Unregistered"), .accepted),
            (.answer(403, reason: "InvalidProviderToken"), .refused(reason: "InvalidProviderToken")),
            (.answer(403, reason: "ExpiredProviderToken"), .refused(reason: "ExpiredProviderToken")),
            (.answer(400, reason: "TopicDisallowed"), .refused(reason: "TopicDisallowed")),
            (.answer(503, reason: "ServiceUnavailable"), .unreachable(reason: "ServiceUnavailable")),
            (.hangUp, .unreachable(reason: "connection-closed")),
        ]
    )
    func credentials(_ act: ScriptedAPNs.Act, expected: CredentialCheck) async throws {
        let server = ScriptedAPNs { _, _ in act }
        try await server.run { url in
            try await APNsFixtures.provider(APNsFixtures.options(production: url)) { provider in
                #expect(await provider.checkCredentials() == expected)
                let seen = try #require(server.record.seen.first)
                #expect(seen.path == "/3/device/\(String(repeating: "0", count: 64))")
                #expect(seen["apns-push-type"] == "background")
                #expect(seen["apns-priority"] == "5")
            }
        }
    }

    @Test(
        "knows a device token when it sees one",
        arguments: [
            (APNsFixtures.token(1), true), ("ABCDEFab", true), (String(repeating: "0", count: 512), true),
            ("", false), ("abcdef", false), ("abcdefa", false), ("abcdefg0", false), ("abcdef 0", false),
            ("../../..", false), (String(repeating: "0", count: 514), false), ("ａｂｃｄｅｆ", false),
        ]
    )
    func tokens(_ token: String, isGood: Bool) async throws {
        #expect((APNsProvider.problem(withToken: token) == nil) == isGood)
        guard !isGood else { return }
        // Nothing listens there: a token that is none never gets that far.
        try await APNsFixtures.provider(APNsFixtures.options(production: "https://127.0.0.1:1")) { provider in
            var message = APNsFixtures.message()
            message.token = token
            #expect(await provider.send(message) == .rejected(reason: "token-malformed", scope: .device))
        }
    }

    @Test("says no at once to what no shortening makes fit")
    func tooLarge() async throws {
        try await APNsFixtures.provider(APNsFixtures.options(production: "https://127.0.0.1:1")) { provider in
            var message = APNsFixtures.message()
            message.payload = .fixture(type: String(repeating: "x", count: 5_000))
            #expect(await provider.send(message) == .rejected(reason: "payload-too-large", scope: .message))
            #expect(await provider.send(APNsFixtures.message()).brief == "unavailable connection-refused")
        }
    }
}
