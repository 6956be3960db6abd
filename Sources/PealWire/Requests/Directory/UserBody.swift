public import PealCore

/// The body of `PUT /users/{userId}`.
public struct UserBody: RequestBody, Sendable {
    /// The display name.
    public var name: String?
    /// The preferred locale.
    public var locale: String?
    /// The user's zone.
    public var timeZone: String?
    /// Roles in the app as a whole.
    public var roles: [String]
    /// Free attributes.
    public var attributes: [String: JSONValue]

    /// How it is read.
    public static var shape: Shape<UserBody> {
        .object { object in
            object.ignore("id", "createdAt", "updatedAt")
            return UserBody(object)
        }
    }

    /// Reads the members of a user.
    init(_ object: ObjectReader) {
        name = object.optional("name", .text(graphemes: 200))
        locale = object.optional("locale", .locale)
        timeZone = object.optional("timeZone", .timeZone)
        roles = object.optional("roles", .array(.identifier(bytes: 100), atMost: 50)) ?? []
        attributes = object.optional("attributes", .attributes) ?? [:]
    }
}
