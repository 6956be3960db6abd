public import PealCore

/// An address of a user in a channel as an export shows it, for their right of access.
public struct ExportedAddress: Sendable, Equatable {
    /// The channel.
    public var channel: Channel
    /// The address in full; `nil` when no key at hand opens it.
    public var address: String?
    /// When it was put.
    public var createdAt: Timestamp
    /// Since when the channel's service says that it is dead; `nil` for one that is in service.
    public var invalidSince: Timestamp?

    /// Joins an address and its text.
    public init(_ stored: ChannelAddress, _ text: String?) {
        channel = stored.channel
        address = text
        createdAt = stored.createdAt
        invalidSince = stored.invalidSince
    }
}
