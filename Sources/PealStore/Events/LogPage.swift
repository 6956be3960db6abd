public import PealCore

/// A page of the event log with the cursor of each event, for readers that go on after any of them.
public enum LogPage: Sendable, Equatable {
    /// The next events, and the cursor after what was looked at; no events means that the reader has come to the end.
    case events([LoggedEvent], next: EventCursor)
    /// As ``EventPage/resync(_:)``.
    case resync(EventCursor)
}
