public import PealCore

/// A board with everything that is shown of it.
public struct EtaBoardView: Sendable, Equatable {
    /// The board.
    public var board: EtaBoard
    /// Its rows, in their order.
    public var participants: [EtaParticipantView]
}
