import PealCore
import PealSampleChannel
import Testing

@testable import PealServer

@Suite("The settings of a channel that is new to the server")
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
}
