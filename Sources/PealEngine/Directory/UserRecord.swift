public import PealCore

/// A user with the name and the attributes, opened for the backend or for an export.
public struct UserRecord: Sendable, Equatable {
    /// The user as stored.
    public var user: User
    /// The name, for titles and texts.
    public var name: String?
    /// Free attributes.
    public var attributes: [String: JSONValue]

    /// Joins the parts.
    public init(user: User, name: String? = nil, attributes: [String: JSONValue] = [:]) {
        self.user = user
        self.name = name
        self.attributes = attributes
    }

    /// Opens what is sealed of a user.
    init(_ user: User, app: AppID, _ encryption: PayloadEncryption) throws {
        let details = try encryption.details(of: user, app: app)
        self.init(user: user, name: details.name, attributes: details.attributes)
    }
}
