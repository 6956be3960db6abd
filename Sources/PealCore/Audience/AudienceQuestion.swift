/// What an acceptance asks about an audience: whether it has recipients now (R058).
///
/// The answer looks at few rows, however large the audience is.
public struct AudienceQuestion: Sendable, Hashable {
    /// The audience.
    public var audience: Audience
    /// What the trigger is about.
    public var entity: EntityRef?
    /// What becomes of the entity's parent with the trigger.
    public var parent: FieldPatch<EntityRef>
    /// What becomes of the entity's owner with the trigger.
    public var owner: FieldPatch<UserID>
    /// The actor, where the type leaves them out; `nil` leaves nobody out.
    public var except: UserID?

    /// Members that are looked at; whether there are recipients behind them is left open.
    public static let memberLimit = 1_000
    /// Recipients that are looked up as users, and named in a warning.
    public static let userLimit = 10

    /// Asks about an audience.
    public init(
        _ audience: Audience,
        entity: EntityRef?,
        parent: FieldPatch<EntityRef> = .keep,
        owner: FieldPatch<UserID> = .keep,
        except: UserID? = nil
    ) {
        self.audience = audience
        self.entity = entity
        self.parent = parent
        self.owner = owner
        self.except = except
    }

    /// Whether a few look-ups by key answer it, however large the audience is.
    var needsFewLooks: Bool {
        switch audience {
        case .owner, .all: true
        case .users(let users): users.count <= Self.userLimit
        case .members: false
        }
    }

    /// The entity that a selector names.
    /// - Parameters:
    ///   - selector: the selector.
    ///   - stored: the stored parent of the trigger's entity.
    /// - Returns: the entity; `nil` when there is none.
    public func resolve(_ selector: EntitySelector, stored: EntityRef?) -> EntityRef? {
        switch selector {
        case .itself: entity
        case .parent: parent.merged(into: stored)
        case .named(let ref): ref
        }
    }
}
