/// What has to be read of the directory before triggers can be checked.
public struct DirectoryNeeds: Sendable, Equatable {
    /// Entities whose organisation is asked for, each with its ancestors.
    public var organisations: Set<EntityRef> = []
    /// Audiences of which it is asked whether they have recipients.
    public var audiences: Set<AudienceQuestion> = []
    /// Users whose roles in an entity and its ancestors are needed.
    public var actors: Set<ActorQuestion> = []

    /// Nothing has to be read.
    public init() {}

    /// Whether nothing has to be read.
    public var isEmpty: Bool { organisations.isEmpty && audiences.isEmpty && actors.isEmpty }
}

/// Asks which roles a user has: in the app, in an entity and in its ancestors.
public struct ActorQuestion: Sendable, Hashable {
    /// The user.
    public var user: UserID
    /// The entity.
    public var entity: EntityRef?
    /// What becomes of the entity's parent with the trigger.
    public var parent: FieldPatch<EntityRef>

    /// Asks about a user.
    public init(_ user: UserID, entity: EntityRef?, parent: FieldPatch<EntityRef> = .keep) {
        self.user = user
        self.entity = entity
        self.parent = parent
    }
}

/// What the directory says.
public struct DirectoryFacts: Sendable, Equatable {
    /// The organisations of entities; `nil` for an unknown one.
    public var organisations: [EntityRef: Organisation.Facts?] = [:]
    /// What is known of audiences.
    public var audiences: [AudienceQuestion: AudienceReach] = [:]
    /// The roles of users.
    public var actors: [ActorQuestion: Set<String>] = [:]

    /// Nothing was read.
    public init() {}
}
