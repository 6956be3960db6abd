import PealAPNs
public import PealCore
import PealExpo
import PealFCM
import PealProviderKit
import PealSandbox
import PealWebPush

/// The push services of an installation, a line each; nothing else tells providers apart.
public struct ProviderPlugins: Sendable {
    /// What is shipped.
    ///
    /// The order is the one of lists, of the sections in a new configuration, and of messages.
    public static let shipped = ProviderPlugins([
        InstalledProvider(APNsProvider.plugin, simulatedBy: APNsSimulator.self),
        InstalledProvider(FCMProvider.plugin, simulatedBy: FCMSimulator.self),
        InstalledProvider(ExpoProvider.plugin, simulatedBy: ExpoSimulator.self),
        InstalledProvider(WebPushProvider.plugin, simulatedBy: WebPushSimulator.self),
    ])

    /// The push services in their order.
    public let all: [InstalledProvider]
    /// What rules need to know of them.
    public let traits: Providers

    /// Lists push services.
    public init(_ all: [InstalledProvider]) {
        self.all = all
        traits = Providers(all.map(\.plugin.traits))
    }

    /// The same with one more.
    public func adding(_ provider: InstalledProvider) -> ProviderPlugins { ProviderPlugins(all + [provider]) }

    /// One of them by name; `nil` when it is not installed.
    package subscript(_ id: ProviderID) -> InstalledProvider? { all.first { $0.plugin.id == id } }
}
