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

    /// Points after an event of a row: at the row's next one, or at the next row.
    /// - Parameters:
    ///   - row: the row.
    ///   - index: the event, counted from 0.
    ///   - count: how many events the row has.
    public init(row: Int64, after index: Int, of count: Int) {
        self = index + 1 < count ? Self(row: row, index: index + 1) : Self(row: row + 1)
    }

    /// Before the first event there ever was.
    public static let beginning = EventCursor(row: 1)

    /// Orders by row, then within the row.
    public static func < (left: EventCursor, right: EventCursor) -> Bool {
        left.row != right.row ? left.row < right.row : left.index < right.index
    }
}
