import PealCore
import PealStore

extension AppRows {
    /// Drops what is too old of a notification; what is still to come stays.
    mutating func sweep(_ id: NotificationID, _ cut: RetentionCut, _ counts: inout RetentionCounts) {
        guard let row = notifications[id], !isOpen(row), !isUnderWay(row.trigger) else { return }
        let (leavesInbox, leavesLog) = (row.createdAt < cut.inbox, row.createdAt < cut.log)
        let isExpired = row.removal?.kind == .expired
        if leavesInbox, !isExpired { counts.inbox += 1 }
        if leavesLog, !row.trace.steps.isEmpty {
            counts.decisions += 1
            counts.deliveries += deleteDeliveries(of: id)
        }
        if leavesInbox, leavesLog {
            delete(id)
        } else if leavesInbox, !isExpired {
            update(id) { $0.expire(at: cut.inbox) }
        } else if leavesLog {
            update(id) { $0.trace = Trace() }
        }
    }

    /// Drops what is too old of a trigger, which is as old as its time.
    mutating func sweep(_ id: TriggerID, _ cut: RetentionCut, _ counts: inout RetentionCounts) {
        guard let row = triggers[id], row.trigger.dueAt < cut.log, !row.isOpen, row.cancel?.cursor == nil else {
            return
        }
        let ofTrigger = notifications.rows(in: .trigger(id))
        let dropsData = !row.sealedData.isEmpty && !ofTrigger.contains(where: isOpen)
        if dropsData { counts.data += 1 }
        if ofTrigger.isEmpty {
            triggers.remove(id)
            reservations[id] = nil
            localWaits[id] = nil
            counts.triggers += 1
        } else if dropsData {
            triggers.update(id) { $0.sealedData = [] }
        }
    }

    /// Deletes recipients whose local time a cancelled trigger waited for; how many.
    mutating func sweepLocalWaits(limit: Int) -> Int {
        var count = 0
        for id in triggers.keys(in: .localTime) where triggers[id]?.cancel != nil && count < limit {
            let users = (localWaits[id] ?? [:]).keys.prefix(limit - count)
            for user in users { localWaits[id]?[user] = nil }
            count += users.count
            if count < limit { triggers.update(id) { $0.localPass = .none } }
        }
        return count
    }

    /// Whether a push is still to come.
    private func isOpen(_ row: NotificationRow) -> Bool {
        row.push == .held || row.push == .digested
            || deliveries.rows(in: .notification(row.id)).contains(where: \.isOpen)
    }

    /// Whether a trigger is still fanned out, or cancelled.
    private func isUnderWay(_ trigger: TriggerID) -> Bool {
        triggers[trigger].map { $0.isOpen || $0.cancel?.cursor != nil } ?? false
    }
}

extension NotificationRow {
    /// Leaves the inbox, and forgets its text.
    fileprivate mutating func expire(at instant: Timestamp) {
        removal = InboxState.Removal(.expired, at: removal?.at ?? instant)
        isAlert = false
        content = NotificationContent(
            title: "",
            body: "",
            link: "",
            thread: content.thread,
            group: content.group,
            collapse: content.collapse,
            locale: content.locale
        )
        digestText = nil
    }
}
