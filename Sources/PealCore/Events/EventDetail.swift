/// What an event says that cannot be read from the store afterwards, because the state has changed again.
public enum EventDetail: Hashable, Sendable {
    /// Nothing.
    case none
    /// A delivery came from one state into another at an instant.
    case moved(from: DeliveryState, to: DeliveryState, at: Timestamp)
    /// When it happened.
    case at(Timestamp)
    /// A push that was counted as sent goes again.
    case again
    /// The categories that a user's choices changed in, whether the switches of all categories did, and when.
    case chosen([CategoryID], global: Bool, at: Timestamp)
    /// What a participant replied, when they said it, when it was taken, and whether a button of a notification said it.
    case replied(EtaStatus, minutesLate: Int?, at: Timestamp, takenAt: Timestamp, byAction: Bool)
    /// Which action a user took, what kind it is, the arrival that it states, where it does, and when.
    case acted(action: String, ActionKind, EtaChoice?, at: Timestamp)
    /// How many participants a board had that was looked at, and when.
    case viewed(participants: Int, at: Timestamp)
    /// Which status a member came from and into, and their role; when they arrived, where the backend says so; and when this
    /// was stored.
    case member(from: String?, to: String?, role: String?, checkedInAt: Timestamp?, at: Timestamp)
}
