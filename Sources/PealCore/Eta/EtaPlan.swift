/// A reply that is to be stored, with what it was planned from.
public struct EtaPlan: Sendable, Equatable {
    /// The membership, which must still be as it was read.
    public var member: Member
    /// What was stored of the participant.
    public var before: EtaRecord?
    /// What is to be stored.
    public var after: EtaRecord
    /// The membership with another RSVP; `nil` leaves it.
    public var memberAfter: Member?
    /// Whether a button of a notification said it.
    public var isByAction = false

    /// Joins the parts.
    /// - Parameters:
    ///   - member: the membership as it was read.
    ///   - before: what was stored of the participant.
    ///   - after: what is to be stored.
    ///   - memberAfter: the membership with another RSVP.
    public init(member: Member, before: EtaRecord?, after: EtaRecord, memberAfter: Member? = nil) {
        self.member = member
        self.before = before
        self.after = after
        self.memberAfter = memberAfter
    }

    /// Plans a reply.
    /// - Parameters:
    ///   - reply: the reply.
    ///   - sent: its timestamp as the client sent it, where it did.
    ///   - version: the version that the board has if the reply is shown.
    ///   - participant: the participant, who may reply.
    ///   - rules: whether a reply changes the RSVP.
    ///   - now: the instant.
    init(
        _ reply: EtaReply,
        sent: Timestamp?,
        version: Int,
        of participant: EtaParticipant,
        rules: EtaRules,
        at now: Timestamp
    ) {
        member = participant.member
        before = participant.record
        after = EtaRecord(before, adding: reply, sent: sent, version: version)
        guard changesBoard else { return }
        let isCancelled = member.status == rules.cancelled
        if reply.status != .cantMakeIt, let cancellation = before?.cancellation, isCancelled {
            change(to: cancellation.rsvp, at: now)
            after.cancellation = nil
        } else if reply.status == .cantMakeIt, rules.cancelsRSVP, !isCancelled, let rsvp = member.status {
            change(to: rules.cancelled, at: now)
            after.cancellation = EtaCancellation(rsvp: rsvp, at: now)
        }
    }

    private mutating func change(to rsvp: String, at now: Timestamp) {
        var changed = member
        changed.status = rsvp
        changed.updatedAt = now
        memberAfter = changed
    }

    /// The event.
    public var event: EntityRef { member.entity }

    /// The participant.
    public var user: UserID { member.userID }

    /// Whether the participant says only now that they cannot come (R197).
    public var asksForCancellation: Bool {
        changesBoard && after.latest.status == .cantMakeIt && before?.latest.status != .cantMakeIt
    }

    /// What its event says; the version of a board is the time of its latest reply, or a little later.
    public var detail: EventDetail {
        let (reply, takenAt) = (after.latest, Timestamp(milliseconds: Int64(after.version)))
        return .replied(
            reply.status,
            minutesLate: reply.minutesLate,
            at: reply.at,
            takenAt: takenAt,
            byAction: isByAction
        )
    }

    /// Whether a board shows something else afterwards.
    public var changesBoard: Bool { before?.version != after.version || before?.latest != after.latest }

    /// What readers of the event log are told.
    public var events: [EventKind] {
        changesBoard ? asksForCancellation ? [.etaChanged, .cancellationRequested] : [.etaChanged] : []
    }
}
