public import PealCore

/// What a backend says of a user.
public struct UserDetails: Sendable, Equatable {
    /// The name, for titles and texts.
    public var name: String?
    /// The language (BCP 47).
    public var locale: String?
    /// The time zone (IANA name).
    public var timeZone: String?
    /// Roles in the app.
    public var roles: [String]
    /// Free attributes.
    public var attributes: [String: JSONValue]

    /// Joins the parts.
    public init(
        name: String? = nil,
        locale: String? = nil,
        timeZone: String? = nil,
        roles: [String] = [],
        attributes: [String: JSONValue] = [:]
    ) {
        self.name = name
        self.locale = locale
        self.timeZone = timeZone
        self.roles = roles
        self.attributes = attributes
    }

    /// The user to store, with the name and the attributes sealed.
    func user(_ id: UserID, app: AppID, createdAt: Timestamp, at now: Timestamp, _ encryption: PayloadEncryption) throws
        -> User
    {
        User(
            id: id,
            locale: locale,
            timeZone: timeZone,
            roles: roles,
            sealedDetails: try encryption.seal(PersonalDetails(name: name, attributes: attributes), of: id, app: app),
            createdAt: createdAt,
            updatedAt: now
        )
    }
}
