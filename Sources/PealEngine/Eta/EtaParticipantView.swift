public import PealCore

/// A participant as a host sees them.
public struct EtaParticipantView: Sendable, Equatable {
    /// The participant on the board.
    public var row: EtaRow
    /// Their picture, where the backend put one as the attribute `avatar`.
    public var avatar: String?
    /// Their words to the host; `nil` without any, or when the reply is not shown.
    public var message: String?
    /// What the catalog shows of them, by attribute; empty on the board.
    public var details: [String: JSONValue] = [:]
}
