/// The result of a reply, kept so that the same reply has the same result (R158).
public struct EtaAnswer: Sendable, Equatable, Codable {
    /// The reply's timestamp as the client sent it.
    public var sent: Timestamp
    /// What the participant said.
    public var status: EtaStatus
    /// How late they are, in minutes.
    public var minutesLate: Int?
    /// When they said it, on the server's clock.
    public var at: Timestamp

    /// Joins the parts.
    /// - Parameters:
    ///   - sent: the reply's timestamp as the client sent it.
    ///   - reply: the reply.
    public init(sent: Timestamp, _ reply: EtaReply) {
        self.sent = sent
        status = reply.status
        minutesLate = reply.minutesLate
        at = reply.at
    }
}
