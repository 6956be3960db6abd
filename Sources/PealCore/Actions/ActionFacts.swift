/// What is known of a notification whose action is taken.
public struct ActionFacts: Sendable, Equatable {
    /// Whose it is.
    public var user: UserID
    /// When it was decided.
    public var createdAt: Timestamp
    /// Why the inbox does not show it, by its decision or a cancel; `nil` when neither hides it.
    public var hiddenBy: Reason?
    /// How it was removed from the inbox.
    public var removal: InboxState.Removal.Kind?
    /// The actions that were taken on it.
    public var record: ActionRecord?

    /// Joins the parts.
    /// - Parameters:
    ///   - user: whose it is.
    ///   - createdAt: when it was decided.
    ///   - hiddenBy: why the inbox does not show it.
    ///   - removal: how it was removed from the inbox.
    ///   - record: the actions that were taken on it.
    public init(
        user: UserID,
        createdAt: Timestamp,
        hiddenBy: Reason? = nil,
        removal: InboxState.Removal.Kind? = nil,
        record: ActionRecord? = nil
    ) {
        self.user = user
        self.createdAt = createdAt
        self.hiddenBy = hiddenBy
        self.removal = removal
        self.record = record
    }

    /// Whether actions are still accepted: the user did not delete it, it did not expire, and its trigger did not retract it.
    ///
    /// "Clear all" can be undone, and a push is also sent for what no inbox shows.
    public var acceptsActions: Bool { removal != .deleted && removal != .expired && hiddenBy != .cancelled }
}
