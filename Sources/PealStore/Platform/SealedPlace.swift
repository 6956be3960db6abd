public import PealCore

/// Where sealed bytes of an app are stored, next to the tokens of its devices.
public enum SealedPlace: Sendable, Hashable {
    /// The data of a trigger.
    case triggerData(TriggerID)
    /// The name and the attributes of a user.
    case userDetails(UserID)
    /// The texts that recipients of a page share.
    case sharedText(ContentID)
    /// The texts of a single notification.
    case text(NotificationID)
    /// What the push of a notification says that stands for several.
    case digestText(NotificationID)

    /// What the seal is bound to, next to the app: at another place the bytes do not open.
    public var context: String {
        switch self {
        case .triggerData(let id): id.description
        case .userDetails(let user): "user|\(user)"
        case .sharedText(let id): id.description
        case .text(let id): id.description
        case .digestText(let id): "digest|\(id)"
        }
    }
}

/// Rows that hold sealed bytes.
public enum SealedKind: Sendable, CaseIterable {
    /// Triggers, the latest first: their data.
    case triggers
    /// Users by identifier: names and attributes.
    case users
    /// Texts that recipients share, the latest first.
    case contents
    /// Notifications, the latest first: their own texts, and those of digests.
    case notifications
}
