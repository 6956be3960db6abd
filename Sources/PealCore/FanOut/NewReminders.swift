/// Users that a time of an entity has fired for.
public struct NewReminders: Sendable, Equatable {
    /// The entity.
    public var entity: EntityRef
    /// The type that fired.
    public var type: TypeID
    /// The entity's time.
    public var time: Timestamp
    /// The users.
    public var users: [UserID]

    /// Joins the parts.
    public init(of entity: EntityRef, type: TypeID, time: Timestamp, users: [UserID]) {
        self.entity = entity
        self.type = type
        self.time = time
        self.users = users
    }
}
