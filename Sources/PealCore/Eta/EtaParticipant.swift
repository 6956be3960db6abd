/// A member of an event with what they replied.
public struct EtaParticipant: Sendable, Equatable {
    /// The member.
    public var member: Member
    /// What they replied; `nil` when they did not.
    public var record: EtaRecord?
    /// Who they are; `nil` when the backend has not put the user.
    public var user: User?

    /// Joins the parts.
    /// - Parameters:
    ///   - member: the member.
    ///   - record: what they replied.
    ///   - user: who they are.
    public init(member: Member, record: EtaRecord? = nil, user: User? = nil) {
        self.member = member
        self.record = record
        self.user = user
    }
}
