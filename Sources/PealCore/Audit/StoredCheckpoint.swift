/// A signed checkpoint as it is stored.
public struct StoredCheckpoint: Sendable, Equatable {
    /// How many entries it covers.
    public var size: Int
    /// When it was signed.
    public var at: Timestamp
    /// Its signed text.
    public var text: String
    /// The key that it is verified with.
    public var key: String
    /// The roots of the complete subtrees at its size.
    public var frontier: [UInt8]
    /// The hash of its last entry.
    public var last: [UInt8]

    /// Joins the parts.
    public init(size: Int, at: Timestamp, text: String, key: String, frontier: [UInt8], last: [UInt8]) {
        self.size = size
        self.at = at
        self.text = text
        self.key = key
        self.frontier = frontier
        self.last = last
    }
}
