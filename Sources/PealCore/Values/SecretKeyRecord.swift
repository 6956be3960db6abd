/// A secret key as it is kept: never the key itself.
public struct SecretKeyRecord: Sendable, Equatable {
    /// The identifier.
    public var id: SecretKeyID
    /// The app it speaks for.
    public var app: AppID
    /// SHA-256 of the key.
    public var hash: [UInt8]
    /// What it may do; `*` is everything.
    public var scopes: [String]
    /// A name for the operator.
    public var name: String
    /// When it was made.
    public var createdAt: Timestamp

    /// Joins the parts.
    public init(id: SecretKeyID, app: AppID, hash: [UInt8], scopes: [String], name: String, createdAt: Timestamp) {
        self.id = id
        self.app = app
        self.hash = hash
        self.scopes = scopes
        self.name = name
        self.createdAt = createdAt
    }
}
