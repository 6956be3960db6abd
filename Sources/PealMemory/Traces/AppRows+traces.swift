import PealCore

extension AppRows {
    /// What spans are made with.
    func traceFacts(_ question: TraceQuestion) -> TraceFacts {
        var facts = TraceFacts()
        var triggers = question.triggers
        for id in question.notifications {
            guard let row = notifications[id] else { continue }
            facts.notifications[id] = TraceFacts.Notification(
                trigger: row.trigger,
                category: row.category,
                priority: row.priority,
                createdAt: row.createdAt,
                reason: row.reason
            )
            triggers.insert(row.trigger)
        }
        for id in triggers { facts.triggers[id] = self.triggers[id].map(traceFacts) }
        for id in question.deliveries {
            facts.deliveries[id] = deliveries[id].map { row in
                TraceFacts.Delivery(provider: row.provider, attempts: row.attempts)
            }
        }
        return facts
    }

    private func traceFacts(of row: TriggerRow) -> TraceFacts.Trigger {
        let isByRecipient = row.trigger.isDueByRecipient
        return TraceFacts.Trigger(
            type: row.trigger.type,
            parent: row.traceParent,
            acceptedAt: row.trigger.acceptedAt,
            dueAt: isByRecipient ? nil : row.trigger.dueAt
        )
    }
}
