public import PealCore

/// Who is connected, and for how long.
public struct StreamClient: Sendable, Equatable {
    /// The app.
    public var app: AppID
    /// The user.
    public var user: UserID
    /// When the token expires.
    public var expiresAt: Timestamp
    /// When the token was issued, where it says so: tokens of a user that were issued earlier may be revoked.
    public var issuedAt: Timestamp?

    /// Joins the parts.
    public init(app: AppID, user: UserID, expiresAt: Timestamp, issuedAt: Timestamp? = nil) {
        self.app = app
        self.user = user
        self.expiresAt = expiresAt
        self.issuedAt = issuedAt
    }
}
