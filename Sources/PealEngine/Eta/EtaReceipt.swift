public import PealCore

/// What a participant learns of a reply: the same each time it is sent.
public struct EtaReceipt: Sendable, Equatable {
    /// The event.
    public var event: EntityRef
    /// The participant.
    public var user: UserID
    /// What they said.
    public var status: EtaStatus
    /// How late they are, in minutes.
    public var minutesLate: Int?
    /// When they said it, on the server's clock.
    public var at: Timestamp
    /// What to show them; `nil` when the catalog has no such text.
    public var confirmation: String?
}
