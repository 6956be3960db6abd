import PealCore
import PealProviderKit
import PealSampleProvider
import PealSandbox
import PealTesting
import Testing

@testable import PealServer

@Suite("The sample provider")
struct SampleConformanceTests {
    private let conformance = ProviderConformance { behavior, body in
        let service = ScriptedService(behavior) { call in
            Self.token(in: call).flatMap { Int($0.suffix(3)) }.map { [$0] } ?? [-1]
        } answer: { call in
            .answered(HTTPAnswer(status: Self.token(in: call) == "no-token" ? 410 : 200))
        }
        let clock = TestClock()
        let context = ProviderContext(transport: service.transport, now: { clock.now }, random: { 0 })
        var section = SettingsSection(
            "apps.demo.sample",
            of: SimulatedSettings(members: ["key": .string("sample-demo")])
        )
        let settings = try #require(SampleProvider.plugin.settings(&section))
        let client = try SampleProvider.plugin.clients(context).make(settings)
        let messages = (0..<PushBatch.limit).map { PushMessage.fixture(token: "sample:demo:\(1_000_000 + $0)") }
        guard case .push(let provider) = client.service else {
            Issue.record("the sample provider brings pushes")
            return
        }
        try await body(ProviderBench(provider: provider, messages: messages))
        await client.shutdown()
    }

    @Test("keeps a promise", arguments: ProviderPromise.allCases)
    func keeps(_ promise: ProviderPromise) async throws { try await conformance.check(promise) }

    /// Which device a message is for.
    private static func token(in call: HTTPCall) -> String? {
        JSONText.parse(call.body)?.object?["to"]?.string
    }
}
