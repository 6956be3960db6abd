import PealCore

extension AppRows {
    /// A trigger's notifications by user, after one.
    func notifications(of trigger: TriggerID, after user: UserID) -> [NotificationRow] {
        notifications.rows(in: .trigger(trigger)).filter { $0.user > user }.sorted { $0.user < $1.user }
    }

    /// The recipient of one notification, as a cancel sees it.
    func recipient(_ id: NotificationID) -> RecipientPush? { notifications[id].map(recipient) }

    func recipient(_ row: NotificationRow) -> RecipientPush {
        var recipient = RecipientPush(user: row.user, own: record(row, withDeliveries: true))
        if recipient.own.isRepresented { recipient.representatives = representatives(of: recipient.own) }
        recipient.channels = channelDeliveries.rows(in: .notification(row.id)).map { row in
            let attempts = row.delivery.attempts
            return DeliveryFacts(
                state: row.delivery.state,
                wasAttempted: !attempts.isEmpty,
                isAnswerLost: attempts.contains { $0.outcome == "unknown" }
            )
        }
        recipient.readItems { items(of: $0, user: row.user) }
        return recipient
    }

    /// The representative of a digest, then that one's, as far as they are digested themselves.
    private func representatives(of push: PushRecord) -> [PushRecord] {
        var chain: [PushRecord] = []
        var next = push.digest
        while chain.count < RecipientPush.depth, let id = next, let row = notifications[id] {
            let found = record(row, withDeliveries: true)
            chain.append(found)
            next = found.isRepresented ? found.digest : nil
        }
        return chain
    }

    /// What a digest or a summary stands for, next to its representative.
    func items(of representative: NotificationID, user: UserID) -> [DigestItem] {
        notifications.rows(in: .digest(of: representative)).filter { $0.user == user }.map { row in
            DigestItem(
                push: record(row, withDeliveries: false),
                isCancelled: triggers[row.trigger]?.cancel != nil,
                isResolved: row.relevance.isResolved,
                hasLog: !row.trace.steps.isEmpty
            )
        }
    }

    private func record(_ row: NotificationRow, withDeliveries: Bool) -> PushRecord {
        let facts =
            !withDeliveries
            ? []
            : deliveries.rows(in: .notification(row.id)).map { row in
                DeliveryFacts(
                    state: row.state,
                    wasAttempted: !row.attempts.isEmpty,
                    isAnswerLost: row.isAnswerLost
                )
            }
        return PushRecord(
            id: row.id,
            state: row.push,
            reason: row.reason,
            heldUntil: row.heldUntil,
            holdStage: row.holdStage,
            isSummary: row.isInWindow(DigestWindowKey.summary),
            isRepresentative: row.content.text.digest != nil,
            digest: row.representative,
            deliveries: facts
        )
    }
}
