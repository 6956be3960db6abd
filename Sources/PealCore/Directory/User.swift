/// A recipient, as the host app's backend describes them.
public struct User: Sendable, Equatable {
    /// The host app's name for the person.
    public var id: UserID
    /// The name for people.
    public var name: String?
    /// The preferred locale (BCP 47).
    public var locale: String?
    /// The person's zone (IANA name).
    public var timeZone: String?
    /// Roles in the app as a whole.
    public var roles: [String]
    /// Free attributes.
    public var attributes: [String: JSONValue]
    /// When the user was first put or seen.
    public var createdAt: Timestamp
    /// When the user last changed.
    public var updatedAt: Timestamp

    /// Describes a user.
    public init(
        id: UserID,
        name: String? = nil,
        locale: String? = nil,
        timeZone: String? = nil,
        roles: [String] = [],
        attributes: [String: JSONValue] = [:],
        createdAt: Timestamp,
        updatedAt: Timestamp
    ) {
        self.id = id
        self.name = name
        self.locale = locale
        self.timeZone = timeZone
        self.roles = roles
        self.attributes = attributes
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}
