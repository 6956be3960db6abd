/// A change to one notification's push; each names what it expects to find.
public enum PushChange: Sendable, Equatable {
    /// Cancels the deliveries that wait: exactly so many.
    case cancelDeliveries(NotificationID, count: Int, Reason)
    /// Deletes the deliveries of a push that is put together again: exactly so many.
    case deleteDeliveries(NotificationID, count: Int)
    /// Ends the push with a reason; what was sent keeps its state, and its reason stops retries.
    case end(NotificationID, from: PushState, to: PushState, Reason, Trace)
    /// Lets an item leave its digest and wait in its window again.
    case returnToDigest(NotificationID, until: Timestamp, Trace)
    /// Lets the representative of a digest wait in its window again, without the digest's text.
    case reopenDigest(NotificationID, from: PushState, until: Timestamp?, Trace)
    /// Lets a summary stand for a push that is being sent. Its deliveries are changed apart.
    case joinSummary(NotificationID, of: NotificationID, Trace)
    /// Moves the parts of a summary to another one, and makes the first a single push again. Whatever becomes of that one, the
    /// rules are asked about its devices before it is sent: the summary may have had more.
    case mergeSummary(NotificationID, into: NotificationID, at: Timestamp)
    /// Lets a push be sent by itself again that a summary stood for: its deliveries that the summary took over are due then.
    case leaveSummary(NotificationID, dueAt: Timestamp, Trace)
    /// Makes a summary that is being sent a single push again, without the summary's text. The rules are asked about its
    /// devices before it is sent: the summary may have had more.
    case endSummary(NotificationID, at: Timestamp, Trace)
}
