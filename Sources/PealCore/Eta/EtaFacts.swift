/// What replies and boards are made from, read at one instant.
public struct EtaFacts: Sendable, Equatable {
    /// The event.
    public var event: Entity
    /// Whether a request of the event was accepted by a provider or shown in an inbox.
    public var isAsked: Bool
    /// Whether the event has a host, where that was asked.
    public var hasHost = false
    /// The highest version of a participant's record; 0 without any reply.
    public var version: Int
    /// What the user who asks is to the event; `nil` when they are no member, or nobody was named.
    public var viewer: Member?
    /// The members that were asked for, by identifier.
    public var participants: [EtaParticipant]

    /// Joins the parts.
    /// - Parameters:
    ///   - event: the event.
    ///   - isAsked: whether a request of the event was delivered.
    ///   - version: the highest version of a participant's record.
    ///   - viewer: what the user who asks is to the event.
    ///   - participants: the members that were asked for.
    public init(
        event: Entity,
        isAsked: Bool,
        version: Int = 0,
        viewer: Member? = nil,
        participants: [EtaParticipant] = []
    ) {
        self.event = event
        self.isAsked = isAsked
        self.version = version
        self.viewer = viewer
        self.participants = participants
    }
}
