/// What a participant replied, as it is stored (R201).
public struct EtaReply: Sendable, Equatable {
    /// What the participant said.
    public var status: EtaStatus
    /// How late they are, in minutes; only with ``EtaStatus/runningLate``.
    public var minutesLate: Int?
    /// When they said it, on the server's clock.
    public var at: Timestamp
    /// Their words to the host, sealed; empty without any.
    public var sealedMessage: [UInt8]

    /// How late a participant can be, in minutes.
    public static let minutes = 1...1_440
    /// The longest message, in bytes of UTF-8.
    public static let messageBytes = 500

    /// Joins the parts.
    /// - Parameters:
    ///   - status: what the participant said.
    ///   - minutesLate: how late they are, in minutes.
    ///   - at: when they said it, on the server's clock.
    ///   - sealedMessage: their words to the host, sealed.
    public init(status: EtaStatus, minutesLate: Int? = nil, at: Timestamp, sealedMessage: [UInt8] = []) {
        self.status = status
        self.minutesLate = status == .runningLate ? minutesLate : nil
        self.at = at
        self.sealedMessage = sealedMessage
    }
}
