/// A page of kept events.
public struct AnalyticsPage: Sendable, Equatable {
    /// The events, in order.
    public var items: [Item]
    /// Where the next page begins.
    public var next: EventCursor
    /// Whether events before the page may have been deleted since the cursor was made.
    public var isAfterGap: Bool

    /// An event with who received what it is about.
    public struct Item: Sendable, Equatable {
        /// The event.
        public var event: AnalyticsEvent
        /// The user of its notification; `nil` where it is about none, or the user was erased.
        public var user: UserID?

        /// Joins both.
        public init(_ event: AnalyticsEvent, user: UserID? = nil) {
            self.event = event
            self.user = user
        }
    }

    /// Joins the parts.
    /// - Parameters:
    ///   - items: the events.
    ///   - next: where the next page begins.
    ///   - isAfterGap: whether events before it may have been deleted.
    public init(items: [Item], next: EventCursor, isAfterGap: Bool) {
        self.items = items
        self.next = next
        self.isAfterGap = isAfterGap
    }
}

extension AnalyticsEvent {
    /// The notification it is about.
    public var notification: NotificationID? {
        switch fact {
        case .sent(let id, _, _), .delivered(let id, _, _, _), .opened(let id, _), .deliveryFailed(let id, _, _),
            .actionTaken(let id, _, _, _):
            id
        case .preferenceUpdated, .etaSubmitted, .dashboardViewed: nil
        }
    }
}
