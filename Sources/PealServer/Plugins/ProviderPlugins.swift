import PealAPNs
public import PealCore
import PealExpo
import PealFCM
import PealProviderKit
import PealSandbox
import PealWebPush

/// The push services of an installation and its channels next to push and the inbox, a line each; nothing else tells them
/// apart.
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

    /// The push services and channels in their order.
    public let all: [InstalledProvider]
    /// What rules need to know of them.
    public let traits: Providers

    /// Lists push services and channels; no two may have one name, because they would share a queue, and no channel that of
    /// push or the inbox.
    public init(_ all: [InstalledProvider]) {
        self.all = all
        traits = Providers(all.compactMap(\.plugin.push), channels: Channels(all.compactMap(\.plugin.channel)))
        precondition(Set(all.map(\.plugin.id)).count == all.count, "two plug-ins have one name")
        precondition(
            !traits.channels.contains(.push) && !traits.channels.contains(.inApp),
            "a channel needs its own name"
        )
    }

    /// The same with one more.
    public func adding(_ provider: InstalledProvider) -> ProviderPlugins { ProviderPlugins(all + [provider]) }

    /// One of them by name; `nil` when it is not installed.
    package subscript(_ id: ProviderID) -> InstalledProvider? { all.first { $0.plugin.id == id } }
}
