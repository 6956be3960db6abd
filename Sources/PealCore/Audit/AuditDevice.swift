/// A device as an audit entry names it (R017).
public struct AuditDevice: Sendable, Equatable {
    /// Which.
    public var id: DeviceID
    /// Its operating system; `nil` when the device is forgotten.
    public var platform: Platform?
    /// The app's version on it at that moment.
    public var appVersion: String?
    /// The keyed hash of its token, which is never written down as it is; empty without a token.
    public var tokenHash: [UInt8]

    /// Joins the parts.
    public init(id: DeviceID, platform: Platform? = nil, appVersion: String? = nil, tokenHash: [UInt8] = []) {
        self.id = id
        self.platform = platform
        self.appVersion = appVersion
        self.tokenHash = tokenHash
    }
}
