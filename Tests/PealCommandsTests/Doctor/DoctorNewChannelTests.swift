import PealProviderKit
import PealSampleChannel
import PealServer
import PealTesting
import Testing

@testable import PealCommands

@Suite("The doctor and a channel that is new to the server")
struct DoctorNewChannelTests {
    private static let plugins = ProviderPlugins.shipped.adding(
        InstalledProvider(RadioNotifier.plugin, simulatedBy: RadioSimulator.self)
    )

    @Test("examines its settings, asks the service and gives the advice of the plug-in")
    func doctor() async throws {
        try await Patient.with { patient in
            try patient.configure("{radio: {key: radio-1, rate: 7}, expo: {enabled: true}}")
            let found = await patient.examine(plugins: Self.plugins)
            #expect(found.messages(.ok, .credentials).contains("apps.shop.radio: the settings are complete"))
            #expect(!found.messages(.warn, .credentials).contains { $0.hasPrefix("apps.shop.radio") })
            let network = ScriptedTransport { _ in
                .answered(HTTPAnswer(status: 401, headers: [(name: "reason", value: "unknown-key")]))
            }
            let asked = await patient.examine(
                transport: network.transport,
                isOnline: true,
                plugins: Self.plugins
            )
            let line = asked.messages(.fail, .online).first { $0.hasPrefix("apps.shop.radio: ") }
            #expect(line?.hasSuffix("(unknown key); ask the station for another key") == true)
        }
    }
}
