/// The backend's statement that something happened, checked against its catalog.
public struct Trigger: Sendable, Equatable {
    /// The identifier.
    public var id: TriggerID
    /// The app.
    public var app: AppID
    /// What kind of thing happened.
    public var type: TypeID
    /// What it is about.
    public var entity: EntityRef?
    /// The identifier of this occurrence (R154).
    public var transition: String?
    /// Who made it happen.
    public var actor: Actor?
    /// The audience.
    public var audience: Audience
    /// Variables as they came, checked against the declaration.
    public var data: [String: JSONValue]
    /// The urgency it named, where the type lets it.
    public var priority: Priority?
    /// When it is to be fanned out.
    public var dueAt: Timestamp
    /// When it was accepted.
    public var acceptedAt: Timestamp
    /// A name under which several triggers can be cancelled.
    public var cancelKey: String?
    /// Until when a sender's limit digests its pushes; `nil` does not (R160).
    public var digestUntil: Timestamp?
    /// The local time at which each user gets it; `nil` sends it to everybody at once when it is due.
    public var sendAtLocal: LocalDateTime?
    /// Until when users who join its audience become recipients, too; `nil` for a trigger that a backend sent (R066).
    public var openUntil: Timestamp?
    /// The catalog version that accepted it; content is rendered under it.
    public var catalogVersion: Int

    /// Who made something happen.
    public struct Actor: Sendable, Equatable, Codable {
        /// The user, when it was one.
        public var id: UserID?
        /// What kind of actor.
        public var kind: ActorType

        /// Names an actor.
        public init(id: UserID?, kind: ActorType) {
            self.id = id
            self.kind = kind
        }
    }

    /// States what every trigger has; what it leaves out is absent.
    public init(
        id: TriggerID,
        app: AppID,
        type: TypeID,
        audience: Audience,
        data: [String: JSONValue],
        dueAt: Timestamp,
        acceptedAt: Timestamp,
        catalogVersion: Int
    ) {
        self.id = id
        self.app = app
        self.type = type
        self.audience = audience
        self.data = data
        self.dueAt = dueAt
        self.acceptedAt = acceptedAt
        self.catalogVersion = catalogVersion
    }
}
