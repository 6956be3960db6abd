public import PealCore

/// A page of a user's inbox with its counts.
public struct InboxView: Sendable {
    /// The rows.
    public var items: [NotificationView]
    /// Where the next page starts.
    public var next: String?
    /// The counts and the badge.
    public var counts: CountsView
    /// The rows by type and local day, when asked for (R177).
    public var groups: [Group]?

    /// Rows of one type and day.
    public struct Group: Sendable, Equatable {
        /// The type.
        public var type: TypeID
        /// The day in the user's zone.
        public var date: CalendarDate
        /// The rows, as in the list.
        public var ids: [NotificationID]
    }
}

/// Counts of an inbox.
public struct CountsView: Sendable, Equatable {
    /// Rows not read.
    public var unread: Int
    /// Rows not seen.
    public var unseen: Int
    /// What the app's icon shows, by the catalog's rule (C10).
    public var badge: Int
    /// Counts changes; clients keep the highest.
    public var badgeVersion: Int
}

/// Some notifications of a user and the counts, as the inbox shows them at one instant.
public struct InboxExcerptView: Sendable {
    /// Those of the request that the inbox shows.
    public var notifications: [NotificationID: NotificationView]
    /// The counts and the badge.
    public var counts: CountsView
}
