import PealCore
import PealStore

extension AppRows {
    /// What a user was pushed lately, as far as rules ask for it.
    func history(of user: UserID, needs: HistoryNeeds, now: Timestamp) -> PushHistory {
        var history = PushHistory()
        let rows = notifications.rows(in: .user(user))
        for row in rows {
            guard let slot = row.slot, slot.closesAt > now else { continue }
            let window = DigestWindow(closesAt: slot.closesAt, pushedAt: row.pushedAt)
            history.add(window, slot: Key(slot.key))
        }
        for (type, span) in needs.throttled {
            let sent = rows.filter { $0.throttledType == type }.compactMap(\.pushedAt).filter { $0 > now - span }
            if !sent.isEmpty { history.sends[type] = sent.sorted() }
        }
        if needs.countsPending {
            for row in rows where row.summarises && row.seenAt == nil && row.removal == nil {
                history.add(PendingPush(state: row.push, inApp: row.inApp), count: 1)
            }
        }
        return history
    }

    /// The newest summary of a user that devices may show.
    func summary(of user: UserID) -> SummaryPush? {
        let unseen = notifications.rows(in: .user(user)).filter { row in
            row.isInSlot(DigestSlot.summary) && row.seenAt == nil && row.removal == nil
        }
        let ordered = unseen.sorted { left, right in
            (left.slot?.closesAt ?? left.createdAt, left.id) < (right.slot?.closesAt ?? right.createdAt, right.id)
        }
        return ordered.map { SummaryPush(id: $0.id, replaces: $0.replaces, state: $0.push) }.last { $0.isShown }
    }
}
