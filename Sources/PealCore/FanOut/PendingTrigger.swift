/// A trigger waiting to be fanned out.
public struct PendingTrigger: Sendable, Equatable {
    /// The trigger, with empty `data`.
    public var trigger: Trigger
    /// The sealed `data`.
    public var sealedData: [UInt8]
    /// The entity it is about, as of its acceptance or later.
    public var parent: EntityRef?
    /// The last user of the page before; `nil` before the first.
    public var cursor: UserID?
    /// Whether the first pass over its audience is over, by local times or because it stays open: then the users who wait
    /// and whose instant has come are its recipients, not its whole audience.
    public var isPlaced: Bool
    /// How urgent it can be for anybody.
    public var urgency: Priority

    /// Counts the changes of its entity; `nil` when it has none, or none is stored.
    public var entityVersion: Int?

    /// Where its fan-out stands.
    public var position: FanOutPosition { FanOutPosition(cursor: cursor, dueAt: trigger.dueAt) }

    /// Joins the parts.
    public init(
        trigger: Trigger,
        sealedData: [UInt8],
        parent: EntityRef?,
        cursor: UserID?,
        isPlaced: Bool = false,
        urgency: Priority = .normal,
        entityVersion: Int? = nil
    ) {
        self.trigger = trigger
        self.sealedData = sealedData
        self.parent = parent
        self.cursor = cursor
        self.isPlaced = isPlaced
        self.urgency = urgency
        self.entityVersion = entityVersion
    }
}
