/// The address of a user in a channel: one a channel.
///
/// It is the user's and not a device's, and two users may have the same one, as a family may share a mailbox.
public struct ChannelAddress: Sendable, Equatable {
    /// Whose it is.
    public var user: UserID
    /// The channel.
    public var channel: Channel
    /// The address, sealed for the user and the channel.
    public var sealed: [UInt8]
    /// When it was put.
    public var createdAt: Timestamp
    /// Since when the channel's service says that it is dead; `nil` for one that is in service.
    public var invalidSince: Timestamp?

    /// Joins the parts.
    public init(
        user: UserID,
        channel: Channel,
        sealed: [UInt8],
        createdAt: Timestamp,
        invalidSince: Timestamp? = nil
    ) {
        self.user = user
        self.channel = channel
        self.sealed = sealed
        self.createdAt = createdAt
        self.invalidSince = invalidSince
    }

    /// Whether it is sent to.
    public var isActive: Bool { invalidSince == nil }
}
