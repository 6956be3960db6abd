/// A push that left when a digest window opened.
public struct DigestOpener: Sendable, Hashable {
    /// The notification.
    public var id: NotificationID
    /// The notification whose place it took on devices.
    public var replaces: NotificationID?
    /// What has become of its push.
    public var state: PushState
    /// What decides whether the user still needs it.
    public var worth: PushWorth

    /// Joins the parts.
    public init(id: NotificationID, replaces: NotificationID?, state: PushState, worth: PushWorth) {
        self.id = id
        self.replaces = replaces
        self.state = state
        self.worth = worth
    }

    /// The notification whose place a digest takes; `nil` when none is on a screen, or the user has dealt with it.
    ///
    /// A summary takes also the place of one that was stopped, or that took another's place itself.
    /// - Parameters:
    ///   - openers: what left when the window opened.
    ///   - slot: the window.
    /// - Returns: the one that names what devices show.
    public static func replaced(of openers: [DigestOpener], slot: String) -> NotificationID? {
        let shown = openers.filter { opener in
            guard opener.worth.isLive else { return false }
            if slot == DigestSlot.summary { return opener.state == .sending || opener.state == .stopped }
            return opener.state == .sending && opener.replaces == nil
        }
        return shown.min { $0.id < $1.id }.map { $0.replaces ?? $0.id }
    }
}
