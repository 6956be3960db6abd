/// A change to the silent sync push of a device.
public enum SyncChange: Sendable, Equatable {
    /// The push, its device and what it removes must still be as they were read; nothing is written.
    case expect(DueSync)
    /// Moves a push to another state. Expects it in the state that was read.
    case move(from: SyncState, to: SyncState)
    /// Notifications need not be removed from a device's screen any more.
    case forgetClears([NotificationID], on: DeviceID)
    /// Deletes the push of a device with all that it was to remove.
    case end(DeviceID)
}
