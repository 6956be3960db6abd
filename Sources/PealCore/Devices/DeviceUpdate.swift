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
