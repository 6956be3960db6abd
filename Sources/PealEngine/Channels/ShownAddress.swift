public import PealCore

/// An address of a user in a channel as answers show it.
public struct ShownAddress: Sendable, Equatable {
    /// The channel.
    public var channel: Channel
    /// The first and the last two characters, where it has more than six; enough for its user to know it by.
    public var masked: String
    /// When it was put.
    public var createdAt: Timestamp
    /// Since when the channel's service says that it is dead; `nil` for one that is in service.
    public var invalidSince: Timestamp?

    init(_ address: ChannelAddress, _ text: String) {
        channel = address.channel
        masked = text.count > 6 ? "\(text.prefix(1))…\(text.suffix(2))" : "…"
        createdAt = address.createdAt
        invalidSince = address.invalidSince
    }
}
