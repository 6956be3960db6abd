/// A push with what makes the tag under which a device shows it: the tag is an Android notification's tag, and the identifier of a
/// request on iOS.
public struct TaggedPush: Sendable, Equatable {
    /// The notification.
    public var id: NotificationID
    /// The notification whose tag the push has.
    public var identity: NotificationID
    /// The collapse key that the push has as its tag.
    public var collapse: String?

    /// Joins the parts.
    public init(id: NotificationID, identity: NotificationID, collapse: String?) {
        self.id = id
        self.identity = identity
        self.collapse = collapse
    }
}

/// A push that was made for a device, with how far it came.
public struct TaggedDelivery: Sendable, Equatable {
    /// How many of a user's latest notifications are looked at.
    public static let recentLimit = 200

    /// The push.
    public var push: TaggedPush
    /// The state of its delivery.
    public var state: DeliveryState

    /// Joins the parts.
    public init(push: TaggedPush, state: DeliveryState) {
        self.push = push
        self.state = state
    }
}

/// What a device says that it shows: a notification, the tag of one whose identifier it cannot read, or both.
public struct ShownPush: Sendable, Hashable {
    /// The notification.
    public var id: NotificationID?
    /// The tag under which it is shown.
    public var tag: String?

    /// Joins the parts; one of them is there.
    public init(id: NotificationID? = nil, tag: String? = nil) {
        self.id = id
        self.tag = tag
    }
}
