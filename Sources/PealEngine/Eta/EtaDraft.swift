public import PealCore

/// A reply as a client sent it.
public struct EtaDraft: Sendable, Equatable {
    /// What the participant says.
    public var status: EtaStatus
    /// How late they are, in minutes.
    public var minutesLate: Int?
    /// Their words to the host.
    public var message: String?
    /// When they said it, on the client's clock; `nil` is now.
    public var sent: Timestamp?
    /// The time on the client's clock when it sent the request, where it said so.
    public var clientTime: Timestamp?

    /// Joins the parts.
    /// - Parameters:
    ///   - status: what the participant says.
    ///   - minutesLate: how late they are, in minutes.
    ///   - message: their words to the host.
    ///   - sent: when they said it, on the client's clock.
    ///   - clientTime: the time on the client's clock when it sent the request.
    public init(
        status: EtaStatus,
        minutesLate: Int? = nil,
        message: String? = nil,
        sent: Timestamp? = nil,
        clientTime: Timestamp? = nil
    ) {
        self.status = status
        self.minutesLate = minutesLate
        self.message = message
        self.sent = sent
        self.clientTime = clientTime
    }

    /// When it was said, on the server's clock and never later than now.
    func instant(at now: Timestamp) -> Timestamp {
        guard let sent else { return now }
        let corrected = clientTime.map { ClientClock(said: $0, at: now).corrected(sent) } ?? sent
        return min(corrected, now)
    }
}
