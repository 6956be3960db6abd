import PealCore
import PealStore

extension AppRows {
    /// What a user was pushed lately, as far as rules ask for it.
    func history(of user: UserID, needs: HistoryNeeds, now: Timestamp) -> PushHistory {
        var history = PushHistory()
        let rows = notifications.rows(in: .user(user))
        for row in rows {
            guard let slot = row.slot, slot.closesAt > now else { continue }
            let key = Key<DigestSlot>(slot.key)
            let known = history.windows[key]
            history.windows[key] = DigestWindow(
                closesAt: max(known?.closesAt ?? slot.closesAt, slot.closesAt),
                pushedAt: [known?.pushedAt, row.pushedAt].compactMap(\.self).max()
            )
        }
        for (type, span) in needs.throttled {
            let sent = rows.filter { $0.throttledType == type }.compactMap(\.pushedAt).filter { $0 > now - span }
            if !sent.isEmpty { history.sends[type] = sent.sorted() }
        }
        if needs.countsPending { history.pending = rows.count(where: \.isPendingForSummary) }
        return history
    }
}

extension NotificationRow {
    /// Whether it counts as pending for summaries (R163).
    fileprivate var isPendingForSummary: Bool {
        summarises && seenAt == nil && removal == nil && inApp != .hide(.cancelled) && push != .suppressed
    }
}
