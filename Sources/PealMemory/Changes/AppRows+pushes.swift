import PealCore
import PealStore

extension AppRows {
    /// Changes a push; whether it found what it expects.
    ///
    /// Several changes to one push leave one event.
    mutating func write(_ change: PushChange, of user: UserID) -> Bool {
        guard write(change) else { return false }
        let event: Event? =
            switch change {
            case .cancelDeliveries(let id, _, _), .end(let id, _, to: .suppressed, _, _):
                Event(.pushEnded, app: app, user: user, .notification(id))
            case .returnToDigest, .reopenDigest: Event(.pushDue, app: app, user: user)
            case .end, .deleteDeliveries: nil
            }
        if let event, events.last != event { events.append(event) }
        return true
    }

    private mutating func write(_ change: PushChange) -> Bool {
        switch change {
        case .cancelDeliveries(let id, let count, let reason):
            let waiting = deliveries.rows(in: .notification(id)).filter { $0.state == .pending }
            for row in waiting {
                deliveries.update(row.id) { row in
                    row.state = .cancelled
                    row.reason = reason
                }
            }
            return waiting.count == count
        case .deleteDeliveries(let id, let count): return deleteDeliveries(of: id) == count
        case .end(let id, let from, let to, let reason, let trace):
            return move(id, in: [from], to: to, trace) { row in
                row.reason = reason
                row.heldUntil = nil
            }
        case .returnToDigest(let id, let until, let trace):
            guard notifications[id]?.representative != nil else { return false }
            return move(id, in: [.represented, .suppressed], to: .digested, trace) { row in
                row.reason = nil
                row.heldUntil = until
                row.representative = nil
            }
        case .reopenDigest(let id, let from, let until, let trace):
            return move(id, in: [from], to: .digested, trace) { row in
                row.reason = nil
                row.heldUntil = until
                row.replaces = nil
                row.content.text.digest = nil
            }
        }
    }

    private mutating func move(
        _ id: NotificationID,
        in states: [PushState],
        to state: PushState,
        _ trace: Trace,
        _ change: (inout NotificationRow) -> Void
    ) -> Bool {
        guard let row = notifications[id], states.contains(row.push) else { return false }
        return update(id) { row in
            change(&row)
            row.push = state
            row.trace.steps += trace.steps
        }
    }
}
