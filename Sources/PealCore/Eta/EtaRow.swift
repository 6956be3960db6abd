/// One participant on a board, at an instant (R201, R203).
public struct EtaRow: Sendable, Equatable {
    /// The participant.
    public var participant: EtaParticipant
    /// The name that the board shows and sorts by.
    public var name: String
    /// The reply that counts; `nil` when there is none, or when it is cleared.
    public var reply: EtaReply?
    /// Whether the participant has arrived.
    public var isCheckedIn: Bool
    /// Whether the participant is counted as one who comes.
    public var isActive: Bool

    /// Reads a participant.
    /// - Parameters:
    ///   - participant: the participant.
    ///   - name: the name to show.
    ///   - rules: what the statuses of members mean.
    ///   - window: when replies are shown; `nil` shows none.
    ///   - now: the instant.
    public init(_ participant: EtaParticipant, name: String, rules: EtaRules, window: EtaWindow?, at now: Timestamp) {
        let status = participant.member.status
        self.participant = participant
        self.name = name
        isCheckedIn = status == rules.checkedIn
        isActive = rules.isActive(status)
        let latest = participant.record.map(\.latest).flatMap { window?.shows($0, at: now) ?? false ? $0 : nil }
        // Who cancelled comes neither on time nor late, whatever they said before.
        reply = isActive || latest?.status == .cantMakeIt ? latest : nil
    }

    /// What the board shows of the arrival.
    public var state: EtaState { EtaState(reply) }

    /// When the participant has arrived, where that is known: the membership's attribute `checkedInAt`, or else its last
    /// change.
    public var checkedInAt: Timestamp? {
        guard isCheckedIn else { return nil }
        return participant.member.checkedInAt ?? participant.member.updatedAt
    }
}
