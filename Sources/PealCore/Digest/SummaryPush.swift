/// A summary of a user that was neither seen nor removed.
///
/// There is one summary on a user's screen, however many windows it takes (R163): a newer one takes the place of the one
/// that is there.
public struct SummaryPush: Sendable, Equatable {
    /// The notification.
    public var id: NotificationID
    /// The notification whose place it took on devices.
    public var replaces: NotificationID?
    /// What has become of its push.
    public var state: PushState

    /// Joins the parts.
    public init(id: NotificationID, replaces: NotificationID?, state: PushState) {
        self.id = id
        self.replaces = replaces
        self.state = state
    }

    /// Whether devices may show it.
    public var isShown: Bool { state == .sending }

    /// What a newer summary replaces.
    public var identity: NotificationID { replaces ?? id }
}

extension Decision {
    /// Whether it sends a summary that no window has gathered: it takes the place of one that is shown.
    public var opensSummary: Bool { push.isSend && slot?.key == DigestSlot.summary }
}
