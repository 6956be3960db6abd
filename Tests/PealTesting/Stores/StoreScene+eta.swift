import PealCore
import PealStore

/// Participants of the scene's report, and what they reply.
extension StoreScene {
    /// Puts a user who is a member of the report.
    func participant(_ user: UserID, status: String = "confirmed") async throws {
        try await self.user(user)
        if try await store.entity(report, app: app) == nil { try await entity(report) }
        try await member(user, of: report, status: status)
    }

    /// What is stored after one reply.
    /// - Parameters:
    ///   - status: what the participant says.
    ///   - minutes: how late they are.
    ///   - sent: the seconds after now of a timestamp of its own.
    ///   - version: the version of the board.
    ///   - at: when; `nil` is now.
    ///   - sealed: the sealed words to the host.
    /// - Returns: the record.
    func record(
        _ status: EtaStatus,
        minutes: Int? = nil,
        sent: Int? = nil,
        version: Int,
        at: Timestamp? = nil,
        sealed: [UInt8] = []
    ) -> EtaRecord {
        let reply = EtaReply(status: status, minutesLate: minutes, at: at ?? now, sealedMessage: sealed)
        return EtaRecord(nil, adding: reply, sent: sent.map { now + .seconds($0) }, version: version)
    }

    /// Stores a reply to the report of a confirmed member; whether what was stored before was as expected.
    /// - Parameters:
    ///   - user: the participant.
    ///   - before: what is expected to be stored.
    ///   - after: what is stored then.
    ///   - rsvp: the member's RSVP then; `nil` leaves it.
    /// - Returns: whether it is stored.
    /// - Throws: ``StoreError``.
    func reply(_ user: UserID, from before: EtaRecord?, to after: EtaRecord, rsvp: String? = nil) async throws -> Bool {
        let stored = try await eta(.one(user))?.participants.first?.member
        var member = stored ?? Member(entity: report, userID: user, updatedAt: now)
        member.status = "confirmed"
        var changed = member
        changed.status = rsvp
        let plan = EtaPlan(member: member, before: before, after: after, memberAfter: rsvp == nil ? nil : changed)
        return try await store.apply([ChangeGroup(app: app, [.eta(plan)])]).allSatisfy(\.isApplied)
    }

    /// What is known of the report and its participants.
    func eta(_ participants: EtaQuestion.Selection, viewer: UserID? = nil, requests: [TypeID] = []) async throws
        -> EtaFacts?
    {
        let question = EtaQuestion(event: report, requests: requests, viewer: viewer, participants: participants)
        return try await store.etaFacts(question, app: app)
    }

    /// A push to all devices of a recipient.
    func toAll(_ recipient: RecipientSnapshot) -> PushResult { Self.sendToAll(recipient).1 }
}
