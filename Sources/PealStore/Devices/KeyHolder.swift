public import PealCore

/// A device that presented its key.
public struct KeyHolder: Sendable, Equatable {
    /// Its app.
    public var app: AppID
    /// The device, which is not revoked.
    public var device: Device

    /// Joins both parts.
    public init(app: AppID, device: Device) {
        self.app = app
        self.device = device
    }
}
