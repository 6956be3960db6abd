import Foundation
import PealCore
import PealSandbox
import PealTesting
import Testing

@testable import PealServer

@Suite("The list of push services")
struct ProviderPluginsTests {
    @Test("has the traits that other tests use")
    func traits() { #expect(ProviderPlugins.shipped.traits == Providers.shipped) }

    @Test("pairs each push service with its own simulator, and no port has two names")
    func simulators() {
        let plugins = ProviderRoute.plugins
        #expect(plugins.all.map { $0.simulator.provider } == plugins.traits.ids)
        let ports = plugins.simulators.ports.map(\.name)
        #expect(Set(ports).count == ports.count)
    }

    @Test("numbers the ports as before: one that is added changes no other")
    func ports() {
        let names = [
            "fcm", "apns", "apnsSandbox", "expo", "webpush", "fcmHTTP2", "webpushHTTP2", "sample",
        ]
        #expect(ProviderRoute.plugins.simulators.ports.map(\.name) == names)
        #expect(ProviderPlugins.shipped.simulators.ports.map(\.name) == names.dropLast())
        let numbers = ProviderRoute.plugins.simulators.numbers(from: 9099)
        #expect(names.map { numbers[$0] } == Array(9099...9106))
        #expect(ProviderRoute.plugins.simulators.numbers(from: nil).values.allSatisfy { $0 == 0 })
    }

    @Test("is what a new configuration shows, in its order")
    func example() {
        let text = ConfigurationText(
            rootKey: "root",
            dataDirectory: "data",
            catalogsDirectory: nil,
            apps: [(AppID("shop"), "secret")],
            plugins: ProviderRoute.plugins
        ).yaml
        #expect(
            text.contains(
                """
                    # apns:
                    #   keyFile: AuthKey_ABCDE12345.p8   # relative to this file
                    #   keyId: ABCDE12345
                    #   teamId: TEAM123456
                    #   bundleId: com.example.shop
                    # fcm:
                    #   credentialsFile: shop-service-account.json
                    # expo:
                    #   enabled: true
                    # webpush:
                    #   key: "…"                          # the private key of `peal keys vapid`
                    #   subject: mailto:push@example.com
                    # sample:
                    #   keyFile: shop-sample.key

                """
            )
        )
    }
}
