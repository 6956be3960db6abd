/// Who of an event's participants arrives when, at an instant (R202–R206).
public struct EtaBoard: Sendable, Equatable {
    /// The event.
    public var event: EntityRef
    /// When replies are open; `nil` when the event has no start.
    public var window: EtaWindow?
    /// Whether replies are accepted now.
    public var isOpen: Bool
    /// Whether a request of the event was delivered.
    public var isAsked: Bool
    /// Grows with each change of the event, its participants and their replies.
    public var version: Int
    /// The participants, by name and then by identifier.
    public var rows: [EtaRow]

    /// Makes the board of an event.
    /// - Parameters:
    ///   - facts: the event and all its members.
    ///   - rules: what counts.
    ///   - now: the instant.
    ///   - name: the name of a participant.
    /// - Throws: what `name` throws.
    public init<Failure: Error>(
        _ facts: EtaFacts,
        rules: EtaRules,
        at now: Timestamp,
        name: (EtaParticipant) throws(Failure) -> String
    ) throws(Failure) {
        let window = rules.window(of: facts.event)
        var rows: [EtaRow] = []
        for participant in facts.participants where rules.isParticipant(participant.member) {
            rows.append(EtaRow(participant, name: try name(participant), rules: rules, window: window, at: now))
        }
        event = facts.event.ref
        self.window = window
        isAsked = facts.isAsked
        isOpen = window.map { $0.closed(at: now, isAsked: facts.isAsked) == nil } ?? false
        let changes = facts.participants.map { Int($0.member.updatedAt.milliseconds) }
        version = changes.reduce(max(facts.version, Int(facts.event.updatedAt.milliseconds)), max)
        self.rows = rows.sorted { left, right in
            left.name != right.name
                ? left.name < right.name : left.participant.member.userID < right.participant.member.userID
        }
    }

    /// How many say what.
    public var summary: EtaSummary { EtaSummary(rows) }
}
