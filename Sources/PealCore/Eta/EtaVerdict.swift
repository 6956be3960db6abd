/// What becomes of a reply (R158, R198–R200).
public enum EtaVerdict: Sendable, Equatable {
    /// It came before: this was its result.
    case repeated(EtaAnswer)
    /// It is to be stored.
    case accepted(EtaPlan)

    /// Decides about a reply.
    ///
    /// A reply that came before has its first result, also when replies have closed since. "Can't make it" changes no RSVP,
    /// so a later reply still counts; from the RSVP `cancelled` on none does. Where the rules let it cancel the RSVP, another
    /// reply puts it back for ten minutes. A host is asked nothing, and has no reply to give.
    /// - Parameters:
    ///   - reply: the reply.
    ///   - sent: its timestamp as the client sent it; `nil` when it had none, and then no other reply equals it.
    ///   - facts: the event, with the participant alone; `nil` when there is no event.
    ///   - rules: when and from which users replies are accepted.
    ///   - now: the instant.
    /// - Throws: ``EtaRefusal``.
    public init(_ reply: EtaReply, sent: Timestamp?, facts: EtaFacts?, rules: EtaRules, at now: Timestamp)
        throws(EtaRefusal)
    {
        guard let facts, let participant = facts.participants.first else { throw .unknown }
        if let answer = participant.record?.answer(to: sent) {
            self = .repeated(answer)
            return
        }
        let member = participant.member
        guard !rules.isHost(member) else { throw .hostReply }
        let isOpenAgain = participant.record?.cancellation?.isOpen(for: member, at: now) ?? false
        guard rules.isActive(member.status) || isOpenAgain else { throw .rsvpRequired }
        guard let window = rules.window(of: facts.event) else { throw .noTime }
        if let refusal = window.closed(at: now, isAsked: facts.isAsked) { throw refusal }
        let version = max(Int(now.milliseconds), facts.version + 1)
        let plan = EtaPlan(reply, sent: sent, version: version, of: participant, rules: rules, at: now)
        self = .accepted(plan)
    }
}
