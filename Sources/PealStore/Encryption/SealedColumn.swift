public import PealCore

/// Where sealed bytes of an app are stored, next to the tokens of its devices.
public enum SealedColumn: Sendable, Hashable {
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
    /// The words of a participant to the host of an event.
    case etaMessage(EntityRef, UserID)
    /// The attributes of a membership.
    case memberAttributes(EntityRef, UserID)
    /// The key of a user's claims.
    case auditSecret(UserID)
    /// The secrets of a webhook.
    case webhookSecrets(WebhookID)
    /// The address of a user in a channel.
    case channelAddress(UserID, Channel)

    /// What the seal is bound to, next to the app: in another column or row the bytes do not open.
    public var context: String {
        switch self {
        case .triggerData(let id): id.description
        case .userDetails(let user): "user|\(user)"
        case .sharedText(let id): id.description
        case .text(let id): id.description
        case .digestText(let id): "digest|\(id)"
        case .auditSecret(let user): "audit|\(user)"
        case .webhookSecrets(let id): id.description
        // The length keeps two columns apart whose names run together.
        case .channelAddress(let user, let channel): "address|\(channel.rawValue.utf8.count)|\(channel)|\(user)"
        case .memberAttributes(let entity, let user): "member|\(entity.description.utf8.count)|\(entity)|\(user)"
        case .etaMessage(let event, let user): "eta|\(event.description.utf8.count)|\(event)|\(user)"
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
    /// Replies of participants, by event and user: their words to the host.
    case etaReplies
    /// Memberships, by entity and user: their attributes.
    case members
    /// Keys of users' claims, by user.
    case auditSecrets
    /// Webhooks by identifier: their secrets.
    case webhooks
    /// Addresses in channels, by user and channel.
    case channelAddresses
}
