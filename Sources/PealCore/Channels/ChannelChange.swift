/// A change to the addresses of users in channels, or to what is sent there; each says what it expects to find.
public enum ChannelChange: Sendable, Equatable {
    /// Puts a user's address in its channel, in place of the one before. Expects the user to be there.
    case putAddress(ChannelAddress)
    /// Removes a user's address in a channel. Expects it to be there.
    case removeAddress(Channel, of: UserID)
    /// Takes an address out of service; one that was replaced since it was read stays as it is.
    case quarantine(ChannelAddress, at: Timestamp)
    /// Stores what became of a leased delivery. Expects it to be leased to that process.
    case record(ChannelOutcome)
    /// Ends what a notification still waits to send in channels, for a reason; what is under way is not stopped.
    case cancel(NotificationID, Reason, at: Timestamp)
}
