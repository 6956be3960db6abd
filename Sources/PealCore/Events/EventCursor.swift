/// How far a reader has read the event log: the row and the event in it that come next.
///
/// A row holds the events of one app and kind of one transaction; rows are numbered in the order of their commits.
public struct EventCursor: Hashable, Sendable, Comparable {
    /// The number of the row, from 1.
    public var row: Int64
    /// How many of the row's events were read.
    public var index: Int

    /// Points at an event.
    public init(row: Int64, index: Int = 0) {
        self.row = row
        self.index = index
    }

    /// Before the first event there ever was.
    public static let beginning = EventCursor(row: 1)

    /// Orders by row, then within the row.
    public static func < (left: EventCursor, right: EventCursor) -> Bool {
        left.row != right.row ? left.row < right.row : left.index < right.index
    }
}
