/// A digest window with what became of it.
public struct ClosedWindow: Sendable, Equatable {
    /// The window as it was read.
    public let window: DueWindow
    /// The item that was decided: the representative of the digest, or an item pushed as itself.
    public var representative: ReleasedNotification?
    /// How the other items end; none while they stay in the window.
    public let endings: [DigestEnding]
    /// Whether the window is closed with it.
    public let isClosed: Bool
    /// When it was decided.
    public let at: Timestamp

    /// Plans how a window closes.
    /// - Parameters:
    ///   - window: the window as it was read.
    ///   - representative: the item that was decided; `nil` when none is worth pushing.
    ///   - reason: why the other items are not pushed themselves.
    ///   - isSeparate: whether each item is pushed as itself, so that the others stay in the window.
    ///   - at: when it was decided.
    public init(
        window: DueWindow,
        representative: ReleasedNotification?,
        reason: Reason,
        isSeparate: Bool = false,
        at: Timestamp
    ) {
        self.window = window
        self.representative = representative
        endings = window.endings(
            hasRepresentative: representative != nil,
            isSeparate: isSeparate,
            reason: reason
        )
        isClosed = window.closes(isSeparate: isSeparate)
        self.at = at
    }
}
