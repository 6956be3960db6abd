public import PealCore

/// The catalog of an app declares no replies to events.
public struct EtaOff: Error, Sendable, Equatable {
    /// The app.
    public let app: AppID
}
