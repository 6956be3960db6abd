/// An action that is to be stored, with what it was planned from.
public struct ActionChange: Sendable, Equatable {
    /// The notification.
    public var notification: NotificationID
    /// Whose it is.
    public var user: UserID
    /// What was stored before.
    public var before: ActionRecord?
    /// What is to be stored.
    public var after: ActionRecord
    /// What kind of action it is.
    public var kind: ActionKind
    /// The arrival that the action states; `nil` for every other one.
    public var arrival: EtaChoice?

    /// Joins the parts.
    /// - Parameters:
    ///   - notification: the notification.
    ///   - user: whose it is.
    ///   - before: what was stored before.
    ///   - after: what is to be stored.
    ///   - kind: what kind of action it is.
    ///   - arrival: the arrival that the action states.
    public init(
        notification: NotificationID,
        user: UserID,
        before: ActionRecord?,
        after: ActionRecord,
        kind: ActionKind,
        arrival: EtaChoice? = nil
    ) {
        self.notification = notification
        self.user = user
        self.before = before
        self.after = after
        self.kind = kind
        self.arrival = arrival
    }

    /// What its event says: the action that was accepted last.
    public var detail: EventDetail {
        after.taken.last.map { .acted(action: $0.action, kind, arrival, at: $0.at) } ?? .none
    }
}
