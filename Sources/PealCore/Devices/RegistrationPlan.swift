/// What a registration means for the devices that have its token, and for the user's other devices (R001, R004).
public struct RegistrationPlan: Sendable, Equatable {
    /// The device as it is to be stored; its token is sealed for this identifier.
    public var device: Device
    /// Whether the user did not have it before.
    public let isNew: Bool
    /// Devices that are revoked first: those of the token's former owners, then those beyond the user's limit.
    public let revoked: [Device]

    /// Plans a registration.
    ///
    /// The device that the user has with this token keeps its identifier. A token of another user moves.
    /// - Parameters:
    ///   - new: the device as it registers, under a fresh identifier.
    ///   - holders: the devices that have its token, under any of its hashes.
    ///   - devices: the user's devices that are not revoked.
    ///   - replaced: the user's device whose address this one takes over: it keeps its identifier (R004).
    ///   - isEnabled: whether the user switches the device on with it (R014).
    ///   - renewsKey: whether a known device gets the new one's key, and its old one ends.
    ///   - limit: how many devices a user can have: beyond it those least recently seen are revoked.
    public init(
        of new: Device,
        holders: [Device],
        devices: [Device],
        replacing replaced: DeviceID? = nil,
        isEnabled: Bool = false,
        renewsKey: Bool = false,
        limit: Int
    ) {
        let former = devices.first { $0.id == replaced }
        // An address of another push service is another device.
        let kept = former.flatMap { $0.provider == new.provider ? $0 : nil }
        let known = kept ?? holders.first { $0.userID == new.userID }
        var device = new
        if let known {
            device.id = known.id
            device.createdAt = known.createdAt
            if !renewsKey { device.keyHash = known.keyHash }
            // What the user switched off stays off unless the registration says otherwise; any other state is over, because
            // a registration is a sign of life.
            if known.state == .disabled, !isEnabled { device.state = .disabled }
        }
        self.device = device
        isNew = known == nil
        let given = former.map { former in holders.contains { $0.id == former.id } ? [] : [former] } ?? []
        let moved = (holders + given).filter { $0.id != known?.id }
        guard known == nil else {
            revoked = moved
            return
        }
        let others = devices.filter { device in !moved.contains { $0.id == device.id } }
            .sorted { ($0.lastSeenAt, $0.id) > ($1.lastSeenAt, $1.id) }
        revoked = moved + others.dropFirst(limit - 1)
    }
}

/// A change to the devices of a user.
public enum DeviceUpdate: Sendable, Equatable {
    /// The user's devices that are not revoked must still be as they were read, by identifier; nothing is written.
    case expect([Device])
    /// Stores a new device. Expects no other to have its token.
    case insert(Device)
    /// Stores a device that the user has. Expects it not to be revoked, and no other to have its token.
    case replace(Device)
    /// Revokes a device and forgets its token. Expects it to be the user's and not revoked.
    case revoke(DeviceID, at: Timestamp)
    /// Ends a device that is out of use, at an instant. Expects it to be as it was read.
    case end(AgedDevice, at: Timestamp)
}
