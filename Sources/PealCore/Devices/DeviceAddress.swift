/// Another address of a device: a token under the identifier that the device keeps.
public struct DeviceAddress: Sendable, Equatable {
    /// The keyed hash of the token.
    public var hash: [UInt8]
    /// The token's hashes under other keys that are in use.
    public var otherHashes: [[UInt8]]
    /// The token, sealed for the device's identifier.
    public var sealed: [UInt8]

    /// Every hash that the token is known by.
    public var hashes: [[UInt8]] { [hash] + otherHashes }

    /// Joins the parts.
    public init(hash: [UInt8], otherHashes: [[UInt8]], sealed: [UInt8]) {
        self.hash = hash
        self.otherHashes = otherHashes
        self.sealed = sealed
    }
}

extension Device {
    /// The device with an address that waits for a session; one that waits already keeps its instant.
    public func pending(_ address: DeviceAddress, at now: Timestamp) -> Device {
        var device = self
        device.pending = PendingAddress(hash: address.hash, since: pending?.since ?? now)
        device.lastSeenAt = max(lastSeenAt, now)
        return device
    }

    /// The device at another address; a new address is in service, unless the user switched the device off.
    public func moved(to address: DeviceAddress, at now: Timestamp) -> Device {
        var device = self
        device.tokenHash = address.hash
        device.sealedToken = address.sealed
        device.invalidSince = nil
        device.pending = nil
        if state != .disabled { device.state = .active }
        device.lastSeenAt = max(lastSeenAt, now)
        return device
    }
}
