import PealCore

/// A decided recipient, whose texts are not sealed yet.
struct DecidedRecipient: Sendable {
    /// The decision, without its texts.
    var notification: NewNotification
    /// What the recipient reads.
    var content: NotificationContent
}
