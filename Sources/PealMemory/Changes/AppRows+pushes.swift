import PealCore

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
            case .leaveSummary(let id, _, _): Event(.pushReleased, app: app, user: user, .notification(id), .again)
            case .end, .deleteDeliveries, .joinSummary, .mergeSummary, .endSummary: nil
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
        case .joinSummary(let id, let summary, let trace):
            guard let state = PushMachine.next(.sending, on: .summarised) else { return false }
            return move(id, in: [.sending], to: state, trace) { row in
                row.reason = PushMachine.Event.summarised.reason
                row.representative = summary
            }
        case .mergeSummary(let id, let summary, at: let now):
            for row in notifications.rows(in: .digest(of: id)) { update(row.id) { $0.representative = summary } }
            return endSummary(id, at: now, Trace())
        case .leaveSummary(let id, let dueAt, let trace): return leaveSummary(id, dueAt: dueAt, trace)
        case .endSummary(let id, at: let now, let trace): return endSummary(id, at: now, trace)
        }
    }

    /// The deliveries that the summary took over are those that it cancelled.
    private mutating func leaveSummary(_ id: NotificationID, dueAt: Timestamp, _ trace: Trace) -> Bool {
        let summarised = PushMachine.Event.summarised.reason
        guard let row = notifications[id], row.representative != nil, row.reason == summarised,
            let state = PushMachine.next(.represented, on: .leftSummary)
        else { return false }
        for row in deliveries.rows(in: .notification(id)) where row.reason == summarised {
            guard let state = DeliveryMachine.next(row.state, on: .leftSummary) else { continue }
            deliveries.update(row.id) { row in
                row.state = state
                row.reason = nil
                row.dueAt = dueAt
            }
        }
        return move(id, in: [.represented], to: state, trace) { row in
            row.reason = nil
            row.representative = nil
        }
    }

    private mutating func endSummary(_ id: NotificationID, at now: Timestamp, _ trace: Trace) -> Bool {
        guard let row = notifications[id], row.isInWindow(DigestWindowKey.summary) else { return false }
        // Each of its deliveries is asked about as well.
        for row in deliveries.rows(in: .notification(id)) { deliveries.update(row.id) { $0.basis = nil } }
        return update(id) { row in
            row.digestWindow = nil
            row.content.text.digest = nil
            row.stamp.validUntil = now
            row.trace.steps += trace.steps
        }
    }

    /// Gives a push that is being sent the text of a summary.
    mutating func startSummary(_ id: NotificationID, _ text: [UInt8], at now: Timestamp, _ trace: Trace) -> Bool {
        guard let row = notifications[id], row.push == .sending else { return false }
        return update(id) { row in
            row.digestWindow = DigestWindowKey(key: DigestWindowKey.summary, closesAt: now)
            row.content.text.digest = text
            row.trace.steps += trace.steps
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
