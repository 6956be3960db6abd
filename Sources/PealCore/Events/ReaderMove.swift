/// How far a reader of the event log has come with what it writes in the same group.
public struct ReaderMove: Sendable, Equatable {
    /// The reader.
    public var reader: EventReader
    /// Where its cursor is expected; `nil` when it has kept none.
    public var from: EventCursor?
    /// Where it is moved to.
    public var to: EventCursor

    /// Joins the parts.
    public init(of reader: EventReader, from: EventCursor?, to: EventCursor) {
        self.reader = reader
        self.from = from
        self.to = to
    }
}
