/// What an administrator did, or a client claims: the content of an event that has no row elsewhere.
public struct AuditNote: Hashable, Sendable {
    /// The change, such as `key-created`, or the claimed action.
    public var name: String
    /// When it happened, by the server's clock.
    public var at: Timestamp
    /// What it was about, by name; never a key, a token or a text of a user.
    public var details: [String: String]

    /// Joins the parts.
    public init(_ name: String, at: Timestamp, _ details: [String: String] = [:]) {
        self.name = name
        self.at = at
        self.details = details
    }

    /// What an operator did, with who it was where that is known: a user of the system, or the id of a secret key.
    public init(_ name: String, at: Timestamp, by actor: String?, _ details: [String: String] = [:]) {
        self.init(name, at: at, details)
        if let actor { self.details["by"] = actor }
    }
}
