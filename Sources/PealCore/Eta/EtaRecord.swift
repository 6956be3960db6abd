/// What is stored of a participant's replies to one event.
public struct EtaRecord: Sendable, Equatable {
    /// The latest reply.
    public var latest: EtaReply
    /// Grows with each reply that is shown, over all participants of the event; milliseconds since 1970 mostly.
    public var version: Int
    /// The results of the last replies that had a timestamp of their own, the newest last.
    public var answered: [EtaAnswer]
    /// The RSVP that the latest reply cancelled; `nil` when it cancelled none.
    public var cancellation: EtaCancellation?

    /// How many results are kept; an older reply could not become the latest one anyway.
    public static let keptAnswers = 20

    /// Joins the parts.
    /// - Parameters:
    ///   - latest: the latest reply.
    ///   - version: the version of the board with it.
    ///   - answered: the results of the last replies.
    ///   - cancellation: the RSVP that the latest reply cancelled.
    public init(
        latest: EtaReply,
        version: Int,
        answered: [EtaAnswer] = [],
        cancellation: EtaCancellation? = nil
    ) {
        self.latest = latest
        self.version = version
        self.answered = answered
        self.cancellation = cancellation
    }

    /// The result of a reply that came before; `nil` when none had that timestamp.
    public func answer(to sent: Timestamp?) -> EtaAnswer? { sent.flatMap { sent in answered.last { $0.sent == sent } } }

    /// The record with another reply, which is shown unless a later one is there.
    /// - Parameters:
    ///   - old: the record before; `nil` when there is none.
    ///   - reply: the reply.
    ///   - sent: its timestamp as the client sent it, where it did.
    ///   - version: the version that the board has if the reply is shown.
    public init(_ old: EtaRecord?, adding reply: EtaReply, sent: Timestamp?, version: Int) {
        let isLatest = old.map { reply.at >= $0.latest.at } ?? true
        latest = isLatest ? reply : old?.latest ?? reply
        self.version = isLatest ? version : old?.version ?? version
        let answers = (old?.answered ?? []) + (sent.map { [EtaAnswer(sent: $0, reply)] } ?? [])
        answered = Array(answers.suffix(Self.keptAnswers))
        cancellation = old?.cancellation
    }
}
