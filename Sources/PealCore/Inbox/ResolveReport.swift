/// What "read elsewhere" changed.
public struct ResolveReport: Sendable, Equatable {
    /// Rows marked read.
    public var read: Int
    /// Held or pending pushes cancelled.
    public var cancelled: Int

    /// Joins both parts.
    public init(read: Int, cancelled: Int) {
        self.read = read
        self.cancelled = cancelled
    }
}
