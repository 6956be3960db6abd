/// When participants of an entity reply when they arrive, who may reply and who sees it (R191–R210).
public struct EtaRules: Sendable, Equatable {
    /// The time of the entity that replies are about.
    public var time: String
    /// How long before that time replies are open.
    public var opens: Duration
    /// How long after that time statuses are cleared.
    public var clears: Duration
    /// The role of members who see the board.
    public var hostRole: String
    /// The statuses of members who may reply.
    public var active: [String]
    /// The status of members who have arrived.
    public var checkedIn: String
    /// The status of members who do not come any more.
    public var cancelled: String
    /// The types that ask for a reply; one that was delivered opens replies.
    public var requests: [TypeID]
    /// Attributes of a participant that hosts see, of the membership or of the user.
    public var show: [String]
    /// What a participant reads after a reply; the variable `minutes` is how late they are.
    public var confirmations: [EtaStatus: LocalizedTemplate]
    /// What a participant reads after a reply to an event without a host; a status that is missing has its text in
    /// ``confirmations``.
    public var confirmationsWithoutHost: [EtaStatus: LocalizedTemplate] = [:]
    /// Whether "can't make it" cancels the RSVP; otherwise only the backend does.
    public var cancelsRSVP = false
    /// What hosts are notified with; `nil` notifies nobody.
    public var hostNotice: EtaHostNotice?

    /// How long before the start replies open unless the catalog says otherwise (S0.W3.1).
    public static let usualOpens = Duration.seconds(2 * 3_600)
    /// How long after the start statuses clear unless the catalog says otherwise (S0.AC3.9).
    public static let usualClears = Duration.seconds(30 * 60)

    /// The entity type that the calls under `/events` are about.
    public static let entityType: EntityTypeID = "event"
    /// The variable of confirmations.
    public static let variable = "minutes"

    /// Sets the rules; what is left out is as the specification says it.
    /// - Parameters:
    ///   - time: the time of the entity that replies are about.
    ///   - opens: how long before that time replies are open.
    ///   - clears: how long after that time statuses are cleared.
    ///   - hostRole: the role of members who see the board.
    ///   - active: the statuses of members who may reply.
    ///   - checkedIn: the status of members who have arrived.
    ///   - cancelled: the status of members who do not come any more.
    ///   - requests: the types that ask for a reply.
    ///   - show: attributes of a participant that hosts see.
    ///   - confirmations: what a participant reads after a reply.
    public init(
        time: String,
        opens: Duration = EtaRules.usualOpens,
        clears: Duration = EtaRules.usualClears,
        hostRole: String = "host",
        active: [String] = ["confirmed", "checked-in"],
        checkedIn: String = "checked-in",
        cancelled: String = "cancelled",
        requests: [TypeID] = [],
        show: [String] = [],
        confirmations: [EtaStatus: LocalizedTemplate] = [:]
    ) {
        self.time = time
        self.opens = opens
        self.clears = clears
        self.hostRole = hostRole
        self.active = active
        self.checkedIn = checkedIn
        self.cancelled = cancelled
        self.requests = requests
        self.show = show
        self.confirmations = confirmations
    }

    /// The window of an entity; `nil` when it has no such time.
    public func window(of entity: Entity) -> EtaWindow? {
        entity.times[time].map { EtaWindow(opensAt: $0 - opens, startsAt: $0, clearsAt: $0 + clears) }
    }

    /// Whether a member sees the board (R202).
    public func isHost(_ member: Member?) -> Bool { member.map { $0.role == hostRole } ?? false }

    /// Whether a member is on the board: has an RSVP, and is not a host.
    public func isParticipant(_ member: Member) -> Bool {
        guard !isHost(member), let status = member.status else { return false }
        return isActive(status) || status == checkedIn || status == cancelled
    }

    /// What a participant reads after a reply; `nil` where the catalog has no such text.
    /// - Parameters:
    ///   - status: what they said.
    ///   - hasHost: whether the event has a host, who sees the reply.
    /// - Returns: the text.
    public func confirmation(of status: EtaStatus, hasHost: Bool) -> LocalizedTemplate? {
        (hasHost ? nil : confirmationsWithoutHost[status]) ?? confirmations[status]
    }

    /// Whether a member of a status may reply (R200).
    public func isActive(_ status: String?) -> Bool { status.map(active.contains) ?? false }
}
