public import PealCore

/// What a client learns of an action: the same each time it is sent.
public struct ActionReceipt: Sendable, Equatable {
    /// The notification.
    public var notification: NotificationID
    /// The action that was taken.
    public var taken: TakenAction
    /// What it does.
    public var kind: ActionKind
    /// Whether it is the one that counts: no later one was taken on the notification.
    public var isLatest: Bool
    /// The link that it opens; `nil` for one that opens nothing.
    public var link: String?
    /// What the catalog declares with it.
    public var payload: [String: JSONValue]
    /// The arrival that it stated, with the text to show; `nil` for every other action.
    public var eta: EtaReceipt?
}
