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

    func user(_ id: UserID, createdAt: Timestamp, at now: Timestamp) -> User {
        User(
            id: id,
            name: name,
            locale: locale,
            timeZone: timeZone,
            roles: roles,
            attributes: attributes,
            createdAt: createdAt,
            updatedAt: now
        )
    }
}
