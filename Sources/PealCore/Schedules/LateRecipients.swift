/// The users who may have joined the audience of a trigger that stays open: whether they have, its fan-out finds out.
public enum LateRecipients {
    /// The kinds of events that say who joined: as a member, or as the owner.
    public static let kinds: Set<EventKind> = [.membersChanged, .ownerChanged]

    /// Finds them.
    /// - Parameters:
    ///   - events: what happened, in order.
    ///   - triggers: the open triggers of the same app that are about the events' entities.
    ///   - now: the instant it is.
    /// - Returns: the users of each trigger, in order; a trigger that nobody joined is left out.
    public static func plan(
        after events: [Event],
        _ triggers: [OpenTrigger],
        now: Timestamp
    ) -> [(trigger: TriggerID, users: [UserID])] {
        triggers.filter { now < $0.openUntil }.compactMap { trigger in
            let users = events.compactMap { event -> UserID? in
                guard case .entity(let ref) = event.subject else { return nil }
                // An owner is a recipient of what is about the entity itself, a member also of what is about its children.
                let mayJoin = event.kind == .ownerChanged ? trigger.entity == ref : trigger.isAbout(ref)
                return mayJoin ? event.user : nil
            }
            return users.isEmpty ? nil : (trigger.id, Set(users).sorted())
        }
    }
}

/// A trigger that stays open for users who join its audience.
public struct OpenTrigger: Sendable, Equatable {
    /// The trigger.
    public var id: TriggerID
    /// What it is about.
    public var entity: EntityRef
    /// The parent that its entity had when it was accepted.
    public var parent: EntityRef?
    /// Until when it is open.
    public var openUntil: Timestamp

    /// Joins the parts.
    public init(id: TriggerID, entity: EntityRef, parent: EntityRef?, openUntil: Timestamp) {
        self.id = id
        self.entity = entity
        self.parent = parent
        self.openUntil = openUntil
    }

    /// Whether members of an entity may be its recipients.
    func isAbout(_ ref: EntityRef) -> Bool { entity == ref || parent == ref }
}
