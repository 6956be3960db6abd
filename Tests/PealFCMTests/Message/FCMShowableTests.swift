import PealCore
import PealProviderKit
import PealTesting
import Testing

@testable import PealFCM

@Suite("What FCM is not asked to do")
struct FCMShowableTests {
    @Test("A push that shows nothing never goes to a browser", arguments: ["clear", "badge", "sync"])
    func web(_ op: String) async throws {
        let network = ScriptedTransport { _ in .notSent(reason: "nothing should be sent") }
        let provider = FCMProvider(options: try Self.options(), transport: network.transport) { Timestamp(seconds: 0) }
        let outcome = await provider.send(.fixture(platform: .web, payload: .fixture(op: op)))
        #expect(outcome == .rejected(reason: "not-showable", scope: .message))
        #expect(network.sent.isEmpty)
    }

    @Test(
        "A token is looked at without an account, in the same way as with one",
        arguments: [
            (String(repeating: "a", count: 31), false), (String(repeating: "a", count: 32), true),
            (String(repeating: "a", count: 4097), false), (String(repeating: "a b", count: 20), false), ("", false),
        ]
    )
    func token(_ token: String, isGood: Bool) throws {
        let network = ScriptedTransport { _ in .notSent(reason: "nothing should be sent") }
        let provider = FCMProvider(options: try Self.options(), transport: network.transport) { Timestamp(seconds: 0) }
        #expect(FCMProvider.problem(withToken: token) == provider.problem(withToken: token))
        #expect((FCMProvider.problem(withToken: token) == nil) == isGood)
    }

    private static func options() throws -> FCMOptions {
        try FCMOptions(serviceAccount: try ServiceAccountTests.account())
    }
}
