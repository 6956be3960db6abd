import PealCore
import PealProviderKit
import PealSampleChannel
import PealTesting
import Testing

@testable import PealServer

@Suite("The settings of a channel that is new to the server", .timeLimit(.minutes(15)))
struct NewChannelSettingsTests {
    private static let plugins = ProviderPlugins.shipped.adding(
        InstalledProvider(RadioNotifier.plugin, simulatedBy: RadioSimulator.self)
    )

    @Test("are in the list of plug-ins, and leave the push services as they are")
    func traits() {
        #expect(Self.plugins.traits.channels.ids == [RadioNotifier.traits.id])
        #expect(Self.plugins.traits.all == ProviderPlugins.shipped.traits.all)
        #expect(Self.plugins.traits.queueNames.map(\.rawValue) == ["apns", "fcm", "expo", "webpush", "radio"])
        #expect(ProviderPlugins.shipped.traits.channels.all.isEmpty)
    }

    @Test("are what a new configuration shows, after those of the push services")
    func example() {
        let text = ConfigurationText(
            rootKey: "root",
            dataDirectory: "data",
            catalogsDirectory: nil,
            apps: [(AppID("shop"), "secret")],
            plugins: Self.plugins
        ).yaml
        #expect(text.contains("    # radio:\n    #   keyFile: shop-radio.key\n"))
    }

    @Test("are examined by the doctor, which asks the service and gives the advice of the plug-in")
    func doctor() async throws {
        try await Patient.with { patient in
            try patient.configure("{radio: {key: radio-1, rate: 7}, expo: {enabled: true}}")
            let found = await patient.examine(plugins: Self.plugins)
            #expect(found.messages(.ok, "credentials").contains("apps.shop.radio: the settings are complete"))
            #expect(!found.messages(.warn, "credentials").contains { $0.hasPrefix("apps.shop.radio") })
            let network = ScriptedTransport { _ in
                .answered(HTTPAnswer(status: 401, headers: [(name: "reason", value: "unknown-key")]))
            }
            let asked = await patient.examine(
                transport: network.transport,
                isOnline: true,
                plugins: Self.plugins
            )
            let line = asked.messages(.fail, "online").first { $0.hasPrefix("apps.shop.radio: ") }
            #expect(line?.hasSuffix("(unknown-key); ask the station for another key") == true)
        }
    }
}
