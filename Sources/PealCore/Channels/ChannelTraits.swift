/// What rules need to know of a channel other than push and the inbox.
///
/// The channel's own target describes it; no rule asks which channel it is.
public struct ChannelTraits: Hashable, Sendable {
    /// Its name in catalogs, preferences and the configuration.
    public let id: Channel
    /// Its name in texts.
    public let name: String
    /// Whether it is on for a user and a category that say nothing about it.
    public var isOnByDefault: Bool
    /// Whether it sends to an address that the user has in it.
    public var needsAddress: Bool
    /// Whether the user's quiet hours hold it.
    public var respectsQuietHours: Bool
    /// The most graphemes that its titles have; `nil` is no limit.
    public var titleLimit: Int?
    /// The most graphemes that its bodies have; `nil` is no limit.
    public var bodyLimit: Int?

    /// Describes a channel.
    /// - Parameters:
    ///   - id: its name in catalogs, preferences and the configuration.
    ///   - name: its name in texts.
    ///   - isOnByDefault: whether it is on where nothing is said about it.
    ///   - needsAddress: whether it sends to an address that the user has in it.
    ///   - respectsQuietHours: whether quiet hours hold it.
    ///   - titleLimit: the most graphemes of a title.
    ///   - bodyLimit: the most graphemes of a body.
    public init(
        id: Channel,
        name: String,
        isOnByDefault: Bool = false,
        needsAddress: Bool = true,
        respectsQuietHours: Bool = true,
        titleLimit: Int? = nil,
        bodyLimit: Int? = nil
    ) {
        self.id = id
        self.name = name
        self.isOnByDefault = isOnByDefault
        self.needsAddress = needsAddress
        self.respectsQuietHours = respectsQuietHours
        self.titleLimit = titleLimit
        self.bodyLimit = bodyLimit
    }
}
