/// How long a push waits for a user who is looking at the app already.
public struct PresenceDelay: Sendable, Equatable {
    /// What a user has to look at.
    public enum Scope: String, Sendable, CaseIterable {
        /// Anything in the app.
        case user
        /// The thread of the notification, on a live connection.
        case thread
    }

    /// How long.
    public var length: Duration
    /// What the user has to look at.
    public var scope: Scope

    /// Sets both.
    public init(_ length: Duration, by scope: Scope = .user) {
        self.length = length
        self.scope = scope
    }
}
