/// Apple's two services: apps from the store use one, apps under development the other.
public enum APNsSimulatorEnvironment: String, Sendable, CaseIterable {
    /// `api.push.apple.com`
    case production
    /// `api.sandbox.push.apple.com`
    case sandbox
}
