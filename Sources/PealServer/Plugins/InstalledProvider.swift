public import PealProviderKit
public import PealSandbox

/// A push service of an installation, and what stands in for it in a sandbox.
public struct InstalledProvider: Sendable {
    /// The push service.
    public let plugin: ProviderPlugin
    /// Its simulator.
    public let simulator: any PushSimulator.Type

    /// Pairs a push service with its simulator.
    public init(_ plugin: ProviderPlugin, simulatedBy simulator: any PushSimulator.Type) {
        self.plugin = plugin
        self.simulator = simulator
    }
}
