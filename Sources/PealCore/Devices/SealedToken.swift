/// The token of a device as it is stored.
public struct SealedToken: Sendable, Equatable {
    /// The device.
    public var id: DeviceID
    /// Whose it is.
    public var user: UserID
    /// Its push service, which the hash is bound to.
    public var provider: ProviderID
    /// The keyed hash of the token; empty for a revoked device.
    public var hash: [UInt8]
    /// The sealed token; empty for a revoked device.
    public var sealed: [UInt8]

    /// Joins the parts.
    public init(id: DeviceID, user: UserID, provider: ProviderID, hash: [UInt8], sealed: [UInt8]) {
        self.id = id
        self.user = user
        self.provider = provider
        self.hash = hash
        self.sealed = sealed
    }
}
