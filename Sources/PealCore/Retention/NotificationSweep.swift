/// What a sweep makes of a notification.
///
/// A row is the decision, the inbox entry and the log in one, so it is deleted when the last of them is over.
public struct NotificationSweep: Sendable, Equatable {
    /// What becomes of it.
    public enum End: Sendable, Equatable {
        /// It leaves the inbox and loses its texts.
        case leavesInbox(InboxState.Removal)
        /// Its deliveries and its trace are deleted.
        case losesLog
        /// All of it is deleted.
        case deleted
    }

    /// The notification as it was read.
    public var notification: AgedNotification
    /// What becomes of it.
    public var end: End
    /// What that deletes.
    public var counts: RetentionCounts

    /// Plans what becomes of a notification; `nil` when it stays as it is.
    ///
    /// An alert stays in the inbox until it is acknowledged (R147).
    public init?(_ notification: AgedNotification, _ cut: RetentionCut) {
        guard !notification.isOpen else { return nil }
        let isPastInbox = notification.createdAt < cut.inbox && !notification.inbox.isPinned
        let isPastLog = notification.createdAt < cut.log
        let leavesInbox = isPastInbox && notification.inbox.removal?.kind != .expired
        let losesLog = isPastLog && notification.hasTrace
        if isPastInbox, isPastLog {
            end = .deleted
        } else if leavesInbox {
            // A user's own removal keeps its time.
            end = .leavesInbox(InboxState.Removal(.expired, at: notification.inbox.removal?.at ?? cut.inbox))
        } else if losesLog {
            end = .losesLog
        } else {
            return nil
        }
        self.notification = notification
        counts = RetentionCounts()
        counts.inbox = leavesInbox ? 1 : 0
        counts.decisions = losesLog ? 1 : 0
        counts.deliveries = losesLog ? notification.deliveries.count : 0
    }

    /// Whether the inbox showed the notification, and shows it no longer.
    public var changesInbox: Bool { end != .losesLog && notification.isShown }

    /// Whether a badge may have counted it until now.
    var isNews: Bool {
        changesInbox && (notification.inbox.seenAt == nil || notification.inbox.readAt == nil)
    }
}
