/// A secret key as it is kept: never the key itself.
public struct SecretKeyRecord: Sendable, Equatable {
    /// The identifier.
    public var id: SecretKeyID
    /// The app it speaks for.
    public var app: AppID
    /// SHA-256 of the key.
    public var hash: [UInt8]
    /// What it may do: names of scopes, with `:read` behind those that only read; `*` is everything.
    public var scopes: [String]
    /// A name for the operator.
    public var name: String
    /// When it was made.
    public var createdAt: Timestamp
    /// From when on it is rejected; `nil` is never.
    public var expiresAt: Timestamp?
    /// When it was used last, to the minute; `nil` when it never was.
    public var lastUsedAt: Timestamp?

    /// Joins the parts.
    public init(
        id: SecretKeyID,
        app: AppID,
        hash: [UInt8],
        scopes: [String],
        name: String,
        createdAt: Timestamp,
        expiresAt: Timestamp? = nil,
        lastUsedAt: Timestamp? = nil
    ) {
        self.id = id
        self.app = app
        self.hash = hash
        self.scopes = scopes
        self.name = name
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.lastUsedAt = lastUsedAt
    }

    /// Whether it is rejected because its time is over.
    public func isExpired(at now: Timestamp) -> Bool { expiresAt.map { $0 <= now } ?? false }
}

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
