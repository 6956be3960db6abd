/// An event with its position in the log.
public struct LoggedEvent: Hashable, Sendable {
    /// What happened.
    public var event: Event
    /// The cursor of a reader that has read it.
    public var next: EventCursor

    /// Joins both.
    public init(_ event: Event, next: EventCursor) {
        self.event = event
        self.next = next
    }
}
