public import PealCore

/// What one event is of interest to: a channel of an app, of one user where each has their own.
public struct StreamTopic: Hashable, Sendable {
    /// The app.
    public var app: AppID
    /// The channel.
    public var channel: StreamChannel
    /// Whose channel it is; `nil` for one that users share.
    public var user: UserID?

    /// Joins the parts.
    public init(app: AppID, channel: StreamChannel, user: UserID?) {
        self.app = app
        self.channel = channel
        self.user = user
    }
}
