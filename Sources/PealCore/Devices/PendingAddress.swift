/// An address that a device key named without a hash of the address in use: kept, not used.
///
/// A registration or another call with a session that names the device's address ends it.
public struct PendingAddress: Sendable, Equatable {
    /// The keyed hash of its token.
    public var hash: [UInt8]
    /// When it was named first.
    public var since: Timestamp

    /// Joins both parts.
    public init(hash: [UInt8], since: Timestamp) {
        self.hash = hash
        self.since = since
    }
}

/// Who gives a device another address.
public enum AddressAuthority: Sendable, Equatable {
    /// A user with a session, or the app's backend.
    case session
    /// The device's key alone; the keyed hash of the address whose hash came with it, `nil` for none.
    case deviceKey(knows: [UInt8]?)

    /// Whether a device may be moved to an address.
    ///
    /// A key that leaked alone can neither redirect a device's pushes nor take over those of another user.
    /// - Parameters:
    ///   - device: the device.
    ///   - address: where to.
    ///   - holders: the devices that have the address now.
    /// - Returns: `false` when the address is to wait for a session.
    public func mayMove(_ device: Device, to address: DeviceAddress, holders: [Device]) -> Bool {
        switch self {
        case .session: true
        case .deviceKey(let known):
            address.hashes.contains(device.tokenHash)
                || known == device.tokenHash && holders.allSatisfy { $0.userID == device.userID }
        }
    }
}
