public import PealCore

/// How many devices of an app are in a state.
public struct DeviceCount: Sendable, Equatable {
    /// The app.
    public var app: AppID
    /// The push service.
    public var provider: ProviderID
    /// The state.
    public var state: DeviceState
    /// How many.
    public var count: Int

    /// Joins the parts.
    public init(app: AppID, provider: ProviderID, state: DeviceState, count: Int) {
        self.app = app
        self.provider = provider
        self.state = state
        self.count = count
    }
}
