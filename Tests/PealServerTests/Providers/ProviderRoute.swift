import PealCore
import PealProviderKit
import PealSampleProvider
import Testing

@testable import PealServer

/// A push service and a platform that it reaches.
struct ProviderRoute: Sendable, CustomTestStringConvertible {
    let installed: InstalledProvider
    let traits: ProviderTraits
    let platform: Platform

    var testDescription: String { "\(traits.id) \(platform.rawValue)" }

    /// What is shipped, and the service of the tests: one line, as for any other.
    static let plugins = ProviderPlugins.shipped.adding(
        InstalledProvider(SampleProvider.plugin, simulatedBy: SampleSimulator.self)
    )

    /// Every platform of every service.
    static let all = plugins.all.flatMap { installed -> [ProviderRoute] in
        let traits = installed.plugin.push
        return Platform.allCases.compactMap { platform -> ProviderRoute? in
            guard let traits, traits.platforms.contains(platform) else { return nil }
            return ProviderRoute(installed: installed, traits: traits, platform: platform)
        }
    }

    /// One platform of every service.
    static let one = plugins.all.compactMap { installed in all.first { $0.traits.id == installed.plugin.id } }

    /// Where a push may reach the app and show nothing.
    static let silent = all.filter { $0.traits.takesSilentPushes && $0.platform != .web }
}
