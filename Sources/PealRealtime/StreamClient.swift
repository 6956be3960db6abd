public import PealCore

/// Who is connected, and for how long.
public struct StreamClient: Sendable, Equatable {
    /// The app.
    public var app: AppID
    /// The user.
    public var user: UserID
    /// When the token expires.
    public var expiresAt: Timestamp

    /// Joins the parts.
    public init(app: AppID, user: UserID, expiresAt: Timestamp) {
        self.app = app
        self.user = user
        self.expiresAt = expiresAt
    }
}
