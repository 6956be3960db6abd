/// What a muted thread does in the inbox (`mute` of a catalog).
public struct MuteRules: Sendable, Equatable {
    /// Whether its notifications count in the badge; otherwise they count as seen from the beginning.
    public var counts = true
    /// What a list makes one row of.
    public var collapse = Collapse.none

    /// What a list makes one row of.
    public enum Collapse: String, Sendable, Codable, CaseIterable {
        /// Nothing: each notification has its row.
        case none
        /// A muted thread: the newest row stands for all.
        case thread
    }

    /// Every notification counts, and has its row.
    public init() {}
}
