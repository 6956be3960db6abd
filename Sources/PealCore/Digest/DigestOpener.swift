/// A push that left when a digest window opened.
public struct DigestOpener: Sendable, Hashable {
    /// The notification.
    public var id: NotificationID
    /// The trigger that it is of.
    public var trigger: TriggerID
    /// The notification whose place it took on devices.
    public var replaces: NotificationID?
    /// What has become of its push.
    public var state: PushState
    /// What decides whether the user still needs it.
    public var worth: PushWorth

    /// Joins the parts.
    public init(
        id: NotificationID,
        trigger: TriggerID,
        replaces: NotificationID?,
        state: PushState,
        worth: PushWorth
    ) {
        self.id = id
        self.trigger = trigger
        self.replaces = replaces
        self.state = state
        self.worth = worth
    }

    /// The push whose place a digest takes; `nil` when none is on a screen, or the user has dealt with it.
    ///
    /// - Parameter openers: what left when the window opened.
    /// - Returns: the one that names what devices show.
    public static func replaced(of openers: [DigestOpener]) -> DigestOpener? {
        openers.lazy.filter { $0.worth.isLive && $0.state == .sending && $0.replaces == nil }.min { $0.id < $1.id }
    }
}
