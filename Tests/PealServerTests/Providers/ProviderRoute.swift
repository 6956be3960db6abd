import PealCore
import PealProviderKit
import PealSampleProvider
import Testing

@testable import PealServer

/// A push service and a platform that it reaches.
struct ProviderRoute: Sendable, CustomTestStringConvertible {
    let installed: InstalledProvider
    let platform: Platform

    var traits: ProviderTraits { installed.plugin.traits }
    var testDescription: String { "\(traits.id) \(platform.rawValue)" }

    /// What is shipped, and the service of the tests: one line, as for any other.
    static let plugins = ProviderPlugins.shipped.adding(
        InstalledProvider(SampleProvider.plugin, simulatedBy: SampleSimulator.self)
    )

    /// Every platform of every service.
    static let all = plugins.all.flatMap { installed in
        Platform.allCases.filter(installed.plugin.traits.platforms.contains)
            .map { ProviderRoute(installed: installed, platform: $0) }
    }

    /// One platform of every service.
    static let one = plugins.all.compactMap { installed in all.first { $0.traits.id == installed.plugin.id } }

    /// Where a push may reach the app and show nothing.
    static let silent = all.filter { $0.traits.takesSilentPushes && $0.platform != .web }
}
