import PealProviderKit
import PealSampleProvider
import PealServer
import PealTesting
import Testing

@testable import PealCommands

@Suite("The doctor and the settings of a push service that is new to the server")
struct DoctorNewProviderTests {
    @Test("are examined, with the advice of its plug-in")
    func advice() async throws {
        try await Patient.with { patient in
            let plugins = ProviderPlugins.shipped.adding(
                .init(SampleProvider.plugin, simulatedBy: SampleSimulator.self)
            )
            try patient.configure("{sample: {key: other-1}, expo: {enabled: true}}")
            let found = await patient.examine(plugins: plugins)
            #expect(
                found.messages(.fail, .credentials) == [
                    "apps.shop.sample: the key is not one of ours; a key of the sample service begins with sample-"
                ]
            )
            try patient.configure("{sample: {key: sample-1}, expo: {enabled: true}}")
            let network = ScriptedTransport { _ in
                .answered(HTTPAnswer(status: 401, headers: [(name: "reason", value: "unknown-key")]))
            }
            let asked = await patient.examine(
                transport: network.transport,
                isOnline: true,
                plugins: plugins
            )
            let advice = "(unknown key); create another key in the sample service's console"
            #expect(
                asked.messages(.fail, .online).contains { $0.hasPrefix("apps.shop.sample: ") && $0.hasSuffix(advice) }
            )
            let unlisted = "apps.shop.sample has settings, but the catalog's `providers` does not list it"
            #expect(asked.messages(.warn, .credentials).contains(unlisted))
        }
    }
}
