/// What the directory says about an audience now.
public struct AudienceReach: Sendable, Equatable {
    /// The entity whose members or owner are the recipients; `nil` when there is none.
    public var source: EntityRef?
    /// Whether that entity is stored; without one, whether the trigger's entity is.
    public var isStored: Bool
    /// Whether a user of the app is among the recipients; `nil` when that was left open.
    public var reachesUser: Bool?
    /// The actor, where they are a user of the audience and the type leaves them out.
    public var leftOut: UserID?
    /// Recipients that are no users, of those that were looked up.
    public var strangers: [UserID]

    /// Joins the parts.
    public init(
        source: EntityRef? = nil,
        isStored: Bool = true,
        reachesUser: Bool? = false,
        leftOut: UserID? = nil,
        strangers: [UserID] = []
    ) {
        self.source = source
        self.isStored = isStored
        self.reachesUser = reachesUser
        self.leftOut = leftOut
        self.strangers = strangers
    }

    /// Facts about recipients, some of which are users.
    /// - Parameters:
    ///   - found: recipients, and whether each is a user.
    ///   - source: the entity that they come from.
    ///   - isStored: whether that entity is stored.
    ///   - isComplete: whether there are no more recipients.
    ///   - except: the actor, where the type leaves them out.
    public init(
        _ found: [(user: UserID, isUser: Bool)],
        of source: EntityRef?,
        isStored: Bool,
        isComplete: Bool,
        except: UserID? = nil
    ) {
        let users = found.filter(\.isUser).map(\.user)
        let reaches = users.contains { $0 != except }
        self.init(
            source: source,
            isStored: isStored,
            reachesUser: reaches ? true : isComplete ? false : nil,
            leftOut: except.flatMap { users.contains($0) ? $0 : nil },
            strangers: found.filter { !$0.isUser }.map(\.user)
        )
    }
}
