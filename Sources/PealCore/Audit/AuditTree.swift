/// How far an app's audit log has come.
public struct AuditTree: Sendable, Equatable {
    /// How many entries it has, with those that were deleted since.
    public var size = 0
    /// The number of the first entry that is kept.
    public var first = 0
    /// When the last entry was recorded.
    public var at = Timestamp(milliseconds: 0)
    /// The roots of the complete subtrees, 32 bytes each (RFC 6962).
    public var frontier: [UInt8] = []
    /// The hash of the last entry; empty where there is none.
    public var last: [UInt8] = []

    /// An empty log.
    public init() {}
}
