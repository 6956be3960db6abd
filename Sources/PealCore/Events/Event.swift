/// A fact about a committed change: what happened, to which object, and for which user.
///
/// An event says what to read again. It holds no content: the store has the state, which may have changed again since. What
/// readers count and would not find there is its ``detail``.
public struct Event: Hashable, Sendable {
    /// What happened.
    public var kind: EventKind
    /// The app it happened in.
    public var app: AppID
    /// The user it concerns; `nil` when the object says who, when it concerns no single user, or when that user was erased.
    public var user: UserID?
    /// The object it happened to.
    public var subject: Subject
    /// What the stored state does not say afterwards.
    public var detail: EventDetail

    /// States an event.
    public init(
        _ kind: EventKind,
        app: AppID,
        user: UserID? = nil,
        _ subject: Subject = .none,
        _ detail: EventDetail = .none
    ) {
        self.kind = kind
        self.app = app
        self.user = user
        self.subject = subject
        self.detail = detail
    }

    /// The object an event is about.
    public enum Subject: Hashable, Sendable {
        /// The user or the app as a whole.
        case none
        /// A trigger.
        case trigger(TriggerID)
        /// A notification, with its decision and its inbox row.
        case notification(NotificationID)
        /// One notification to one device.
        case delivery(DeliveryID)
        /// A device.
        case device(DeviceID)
        /// An entity of the host app.
        case entity(EntityRef)
        /// A user's inbox, with the version its badge has since.
        case inbox(badgeVersion: Int)
        /// A version of the app's catalog.
        case catalog(version: Int)
        /// What is known nowhere else: what an administrator did, or a client claims.
        case note(AuditNote)
        /// A signed checkpoint of the app's audit log, by the number of entries that it covers.
        case checkpoint(size: Int)
    }
}

extension Event {
    /// How a delivery ended, and when; `nil` for what ended without a word of its state: a rule ended it before an attempt.
    public var ending: (state: DeliveryState, at: Timestamp)? {
        guard kind == .deliveryEnded, case .moved(_, let state, let at) = detail else { return nil }
        return (state, at)
    }
}
