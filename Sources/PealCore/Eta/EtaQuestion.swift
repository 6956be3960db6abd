/// What is to be known of an event and its participants.
public struct EtaQuestion: Sendable, Equatable {
    /// The event.
    public var event: EntityRef
    /// The types whose delivery opens replies.
    public var requests: [TypeID]
    /// The role of hosts, where it matters whether the event has any; `nil` does not look for one.
    public var hostRole: String?
    /// Who asks, where it matters what they are to the event.
    public var viewer: UserID?
    /// Whose replies to read.
    public var participants: Selection

    /// Participants of an event.
    public enum Selection: Sendable, Equatable {
        /// Nobody.
        case none
        /// One of them.
        case one(UserID)
        /// All members, by identifier, at most so many.
        case all(limit: Int)
    }

    /// Joins the parts.
    /// - Parameters:
    ///   - event: the event.
    ///   - requests: the types whose delivery opens replies.
    ///   - hostRole: the role of hosts; `nil` does not look for one.
    ///   - viewer: who asks.
    ///   - participants: whose replies to read.
    public init(
        event: EntityRef,
        requests: [TypeID],
        hostRole: String? = nil,
        viewer: UserID? = nil,
        participants: Selection
    ) {
        self.event = event
        self.requests = requests
        self.hostRole = hostRole
        self.viewer = viewer
        self.participants = participants
    }
}
