public import PealCore

/// What a reader of the event log receives.
public enum EventPage: Sendable, Equatable {
    /// The next events, and the cursor after them; no events means that the reader has come to the end.
    case events([Event], next: EventCursor)
    /// Events after the cursor were deleted, or the log is not the one the cursor is from: the reader reads the state it
    /// needs and goes on from the cursor here, where what is kept begins, or at the end of another log.
    case resync(EventCursor)
}
