public import PealCore

/// One page of recipients.
public struct RecipientPage: Sendable {
    /// The recipients by user.
    public var recipients: [RecipientSnapshot]
    /// Whether this was the last page.
    public var isLast: Bool
    /// Who waited and is not in the audience any more.
    public var gone: [UserID]
    /// Of a trigger that stays open, the time that fired, and who was reminded of it before.
    public var firing: FiringRecipients?
    /// Of the last page, what is known of the recipients who are not on it.
    public var others: FanOutOthers

    /// Joins the parts.
    public init(
        recipients: [RecipientSnapshot],
        isLast: Bool,
        gone: [UserID] = [],
        firing: FiringRecipients? = nil,
        others: FanOutOthers = FanOutOthers()
    ) {
        self.recipients = recipients
        self.isLast = isLast
        self.gone = gone
        self.firing = firing
        self.others = others
    }
}
