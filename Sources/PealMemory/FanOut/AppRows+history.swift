import PealCore
import PealStore

extension AppRows {
    /// What a user was pushed lately, as far as rules ask for it.
    func history(of user: UserID, needs: HistoryNeeds, now: Timestamp) -> PushHistory {
        var history = PushHistory()
        let rows = notifications.rows(in: .user(user))
        for row in rows {
            guard let digestWindow = row.digestWindow, digestWindow.closesAt > now else { continue }
            let window = DigestWindow(closesAt: digestWindow.closesAt, pushedAt: row.pushedAt)
            history.add(window, windowKey: Key(digestWindow.key))
        }
        for (type, span) in needs.throttled {
            let sent = rows.filter { $0.throttledType == type }.compactMap(\.pushedAt).filter { $0 > now - span }
            if !sent.isEmpty { history.sends[type] = sent.sorted() }
        }
        return history
    }
}
