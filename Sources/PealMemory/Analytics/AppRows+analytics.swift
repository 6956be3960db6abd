import PealCore
import PealStore

extension AppRows {
    /// Keeps events, and adds to counts.
    mutating func keep(_ batch: AnalyticsBatch) {
        analytics.keep(batch, as: analyticsNumber) { erased[$0] != nil && !users.contains($0) }
        if !batch.events.isEmpty { analyticsNumber += 1 }
    }

    /// What events are read with.
    func analyticsFacts(_ question: AnalyticsQuestion) -> AnalyticsFacts {
        var facts = AnalyticsFacts()
        for id in question.notifications { facts.notifications[id] = notifications[id].flatMap(analyticsFacts) }
        for id in question.failures {
            facts.failures[id] = deliveries[id].map { AnalyticsFacts.failure($0.reason, attempts: $0.attempts) }
        }
        for user in question.users { facts.preferences[user] = preferences[user] ?? Preferences() }
        for key in question.arrivals { facts.arrivals[key] = analytics.arrival(of: key) }
        for ref in question.entities { facts.entities[ref] = entities[ref] }
        return facts
    }

    /// What is known of a notification; `nil` when its trigger is gone.
    func analyticsFacts(of row: NotificationRow) -> AnalyticsFacts.Notification? {
        guard let trigger = triggers[row.trigger]?.trigger else { return nil }
        return AnalyticsFacts.Notification(
            category: row.category,
            priority: row.priority,
            createdAt: row.createdAt,
            trigger: trigger.isDueByRecipient ? nil : (acceptedAt: trigger.acceptedAt, dueAt: trigger.dueAt),
            isInApp: row.inApp == .show,
            wasHeld: row.holdStage != nil || row.wasDigested
        )
    }

    /// The events from a cursor on.
    func analyticsPage(from cursor: EventCursor, limit: Int) -> AnalyticsPage {
        let (first, end) = (analytics.rows.first?.number ?? analyticsNumber, analyticsNumber)
        let isAfterGap = cursor != .beginning && (cursor.row < first || cursor.row > end)
        var page = AnalyticsPage(items: [], next: cursor.row > end ? .beginning : cursor, isAfterGap: isAfterGap)
        for row in analytics.rows where row.number >= page.next.row {
            let read = row.number == page.next.row ? page.next.index : 0
            for (index, event) in row.events.enumerated().dropFirst(read) {
                guard page.items.count < limit else { return page }
                let user = event.notification.flatMap { notifications[$0]?.user }
                page.items.append(AnalyticsPage.Item(event, user: user))
                page.next = EventCursor(row: row.number, index: index + 1)
            }
            page.next = EventCursor(row: row.number + 1)
        }
        page.next = EventCursor(row: end)
        return page
    }
}
