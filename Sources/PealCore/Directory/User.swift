/// A recipient, as decisions see them.
///
/// The name and the attributes, which no rule reads, are sealed.
public struct User: Sendable, Equatable {
    /// The host app's name for the user.
    public var id: UserID
    /// The preferred locale (BCP 47).
    public var locale: String?
    /// The user's zone (IANA name).
    public var timeZone: String?
    /// Roles in the app as a whole.
    public var roles: [String]
    /// The name and the attributes, sealed; empty where there are none, or where they were not read.
    public var sealedDetails: [UInt8]
    /// When the user was first put or seen.
    public var createdAt: Timestamp
    /// When the user last changed.
    public var updatedAt: Timestamp
    /// Until when the user's tokens are revoked; `nil` where they never were, or where it was not read.
    public var tokensRevokedAt: Timestamp?

    /// Describes a user.
    public init(
        id: UserID,
        locale: String? = nil,
        timeZone: String? = nil,
        roles: [String] = [],
        sealedDetails: [UInt8] = [],
        createdAt: Timestamp,
        updatedAt: Timestamp,
        tokensRevokedAt: Timestamp? = nil
    ) {
        self.id = id
        self.locale = locale
        self.timeZone = timeZone
        self.roles = roles
        self.sealedDetails = sealedDetails
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.tokensRevokedAt = tokensRevokedAt
    }

    /// The user as decisions read them: without what is sealed, and without what only calls ask for.
    public var withoutDetails: User {
        var user = self
        user.sealedDetails = []
        user.tokensRevokedAt = nil
        return user
    }
}
