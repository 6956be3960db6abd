/// When a secret key was used.
public struct SecretKeyUse: Sendable, Equatable {
    /// The app of the key.
    public var app: AppID
    /// The key.
    public var id: SecretKeyID
    /// When.
    public var at: Timestamp

    /// Joins the parts.
    public init(app: AppID, id: SecretKeyID, at: Timestamp) {
        self.app = app
        self.id = id
        self.at = at
    }
}
