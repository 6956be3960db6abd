public import PealCore

/// A notification to one address in a channel, ready to be put into the channel's own words.
public struct Notice: Sendable, Equatable {
    /// The user's address in clear: never logged; empty in a channel that needs none.
    public var address: String
    /// The title, cut to the channel's limit.
    public var title: String
    /// The body, cut to the channel's limit.
    public var body: String
    /// Where it leads: an absolute address where the app has one on the web.
    public var link: String
    /// The locale of its texts.
    public var locale: String
    /// The type.
    public var type: TypeID
    /// The same for every copy of a notification: sent again, it tells a service or its user that it is a copy (promise 3).
    public var tag: String
    /// How urgent it is.
    public var priority: Priority
    /// How long it is still worth delivering.
    public var timeToLive: Duration

    /// Joins the parts.
    public init(
        address: String,
        title: String,
        body: String,
        link: String,
        locale: String,
        type: TypeID,
        tag: String,
        priority: Priority,
        timeToLive: Duration
    ) {
        self.address = address
        self.title = title
        self.body = body
        self.link = link
        self.locale = locale
        self.type = type
        self.tag = tag
        self.priority = priority
        self.timeToLive = timeToLive
    }
}
