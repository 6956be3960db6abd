import PealCore

/// An event at noon with one participant, and a reply to it.
struct EtaScene: Sendable {
    static let start = Timestamp(seconds: 1_800_000_000)

    var rules = EtaRules(time: "startsAt", requests: ["ask"])
    var startsAt: Timestamp? = start
    var rsvp: String? = "confirmed"
    var role: String?
    var isMember = true
    var isAsked = true
    var before: EtaRecord?
    var version = 0
    /// When the membership was put.
    var updatedAt = Timestamp(seconds: 1)

    var facts: EtaFacts {
        EtaFacts(
            event: Self.event(startsAt),
            isAsked: isAsked,
            version: version,
            participants: isMember ? [participant] : []
        )
    }

    static func event(_ startsAt: Timestamp?, updatedAt: Timestamp = Timestamp(seconds: 0)) -> Entity {
        Entity(
            ref: EntityRef(type: "event", id: "e"),
            times: startsAt.map { ["startsAt": $0] } ?? [:],
            updatedAt: updatedAt
        )
    }

    private var participant: EtaParticipant {
        var found = Self.participant("a", rsvp, before, role: role)
        found.member.updatedAt = updatedAt
        return found
    }

    static func participant(_ user: UserID, _ status: String?, _ record: EtaRecord? = nil, role: String? = nil)
        -> EtaParticipant
    {
        let member = Member(
            entity: EntityRef(type: "event", id: "e"),
            userID: user,
            role: role,
            status: status,
            updatedAt: Timestamp(seconds: 1)
        )
        return EtaParticipant(member: member, record: record)
    }

    /// A reply at an instant.
    /// - Parameters:
    ///   - status: what the participant says.
    ///   - minutes: how late they are.
    ///   - offset: seconds after the start.
    /// - Returns: the reply.
    static func reply(_ status: EtaStatus, _ minutes: Int? = nil, at offset: Int = -3_600) -> EtaReply {
        EtaReply(status: status, minutesLate: minutes, at: start + .seconds(offset))
    }

    /// What is stored after one reply.
    static func record(_ status: EtaStatus, _ minutes: Int? = nil, at offset: Int = -3_600, version: Int = 1)
        -> EtaRecord
    {
        EtaRecord(latest: reply(status, minutes, at: offset), version: version)
    }

    /// Decides about a reply at an instant, in seconds after the start.
    func verdict(_ reply: EtaReply = EtaScene.reply(.onTime), sent: Timestamp? = nil, at offset: Int = -3_600)
        throws(EtaRefusal) -> EtaVerdict
    {
        try EtaVerdict(reply, sent: sent, facts: facts, rules: rules, at: Self.start + .seconds(offset))
    }
}
