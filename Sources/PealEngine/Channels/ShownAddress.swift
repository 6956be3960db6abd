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

    init(_ address: ChannelAddress, _ text: String?) {
        channel = address.channel
        masked = text.flatMap { $0.count > 6 ? "\($0.prefix(1))…\($0.suffix(2))" : nil } ?? "…"
        createdAt = address.createdAt
        invalidSince = address.invalidSince
    }
}
