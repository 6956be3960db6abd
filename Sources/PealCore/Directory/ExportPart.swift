/// A part of what is exported of a user, by its name in the answer.
public enum ExportPart: String, CaseIterable, Sendable {
    /// What the backend said of them.
    case user
    /// Where they are a member.
    case memberships
    /// When they said that they arrive at events.
    case etaReplies
    /// The actions that they took on notifications.
    case actions
    /// The entities that they own.
    case owned
    /// Their devices.
    case devices
    /// Their addresses in channels next to push and the inbox.
    case addresses
    /// What they chose and muted.
    case preferences
    /// What was decided about them, and what became of it.
    case notifications
}
