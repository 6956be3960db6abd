public import PealCore

/// A trigger as it is, with those of some users who are in its audience now.
public struct CurrentAudience: Sendable, Equatable {
    /// The trigger, with sealed data.
    public var trigger: PendingTrigger
    /// Those who are in its audience.
    public var recipients: Set<UserID>

    /// Joins both.
    public init(trigger: PendingTrigger, recipients: Set<UserID>) {
        self.trigger = trigger
        self.recipients = recipients
    }

    /// How a user stands to the audience, whose push was decided from what a stamp says.
    public func status(of user: UserID, since stamp: DecisionStamp) -> AudienceStatus {
        if stamp.versions.entity != nil, trigger.entityVersion == nil { return .entityDeleted }
        return recipients.contains(user) ? .recipient : .left
    }
}
