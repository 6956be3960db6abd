/// An action that a user took on a notification.
public struct TakenAction: Sendable, Equatable, Codable {
    /// The action's identifier in the catalog.
    public var action: String
    /// Its timestamp as the client sent it; `nil` when it sent none.
    public var sent: Timestamp?
    /// When it was taken, on the server's clock.
    public var at: Timestamp

    /// Joins the parts.
    /// - Parameters:
    ///   - action: the action's identifier in the catalog.
    ///   - sent: its timestamp as the client sent it.
    ///   - at: when it was taken, on the server's clock.
    public init(_ action: String, sent: Timestamp? = nil, at: Timestamp) {
        self.action = action
        self.sent = sent
        self.at = at
    }
}
