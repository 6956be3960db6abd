/// A change to a user's inbox.
public enum InboxUpdate: Sendable, Equatable {
    /// Changes what was done with a notification. Expects it to be the user's and in the state it was read in.
    ///
    /// The events name the device that the user acted on.
    case mark(NotificationID, from: InboxState, to: InboxState, on: DeviceID?)
    /// Tells readers of the event log that the inbox has changed, with the version that its badge has after the changes
    /// before.
    case announce
    /// Ends the wait for confirmations of all pushes that the user has: they made a call (R147).
    case endConfirmations
}
