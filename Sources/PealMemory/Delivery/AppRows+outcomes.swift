import PealCore
import PealStore

extension AppRows {
    /// What is known of some notifications, with all their deliveries, and of some devices.
    func outcomeFacts(_ ids: some Sequence<NotificationID>, _ devices: some Sequence<DeviceID>) -> OutcomeFacts {
        var facts = OutcomeFacts()
        for id in ids { facts.notifications[id] = outcomeFacts(of: id) }
        for id in devices { facts.devices[id] = outcomeFacts(of: id) }
        return facts
    }

    private func outcomeFacts(of id: NotificationID) -> OutcomeFacts.Notification? {
        guard let row = notifications[id] else { return nil }
        let deliveries = deliveries.rows(in: .notification(id)).map { row in
            (row.id.device, OutcomeFacts.Delivery(state: row.state, epoch: row.epoch, isAnswerLost: row.isAnswerLost))
        }
        return OutcomeFacts.Notification(
            user: row.user,
            relevance: row.relevance,
            alertsOnFailure: row.alertsOnFailure,
            hadAlert: row.isAlert || row.acknowledgedAt != nil,
            deliveries: Dictionary(uniqueKeysWithValues: deliveries)
        )
    }

    private func outcomeFacts(of id: DeviceID) -> OutcomeFacts.Device? {
        guard let device = devices[id]?.device else { return nil }
        let isInvalidationBreakerOpen = queues[device.provider]?.invalidationBreakerOpenSince != nil
        return OutcomeFacts.Device(
            user: device.userID,
            state: device.state,
            isInvalidationBreakerOpen: isInvalidationBreakerOpen
        )
    }

    /// Changes a delivery, its receipt, its device or its inbox row; whether it found what it expects.
    mutating func write(_ change: DeliveryChange) -> Bool {
        switch change {
        case .record(let end): return record(end)
        case .quarantine(let id, of: let user, from: let state, let since):
            guard let device = devices[id]?.device, device.userID == user, device.state == state else { return false }
            update(id) { (row: inout DeviceRow) in
                row.device.state = .quarantined
                row.device.invalidSince = since
            }
            add(.deviceChanged, user: user, .device(id))
        case .planReceipt(let id, let plan):
            guard let row = deliveries[id] else { return true }
            receipts.put(
                ReceiptRow(
                    id: id,
                    provider: row.provider,
                    receipt: plan.receipt,
                    dueAt: plan.dueAt,
                    forgottenAt: plan.forgottenAt
                )
            )
            add(.receiptPlanned, .delivery(id))
        case .askForReceipt(let id, let at):
            receipts.update(id) { row in
                row.dueAt = at
                row.asked += 1
            }
        case .forgetReceipt(let id): receipts.remove(id)
        case .raiseAlert(let id, of: let user):
            guard let row = notifications[id], row.user == user, !row.isAlert else { return false }
            update(id) { $0.isAlert = true }
            addAlert(id, of: user)
        case .confirm(let id, at: let now): confirm(id, at: now)
        case .endConfirmation(let push, alert: let trace): return end(push, alert: trace)
        case .redrive(let id, let at):
            guard let row = deliveries[id], let state = DeliveryMachine.next(row.state, on: .redriven) else {
                return false
            }
            deliveries.update(id) { row in
                row.state = state
                row.reason = nil
                row.dueAt = at
                row.retries = 0
                row.resends = 0
            }
            add(.deliveryDue, .delivery(id), .moved(from: .failed, to: .pending, at: at))
        case .extend(let id, let at): return extend(id, at: at)
        case .reevaluate(let id, let reevaluated):
            guard let row = deliveries[id], row.state == .sending, row.epoch == reevaluated.epoch else { return false }
            deliveries.update(id) { row in
                row.state = reevaluated.to
                row.reason = reevaluated.reason
                row.dueAt = reevaluated.dueAt ?? row.dueAt
                row.basis = reevaluated.basis ?? row.basis
            }
            add(reevaluated.dueAt == nil ? .deliveryEnded : .deliveryDue, .delivery(id))
        }
        return true
    }

    private mutating func extend(_ id: DeliveryID, at: Timestamp) -> Bool {
        guard let push = notifications[id.notification], let device = devices[id.device]?.device,
            device.userID == push.user
        else { return false }
        let before = deliveries[id]?.state
        if let row = deliveries[id] {
            guard let state = DeliveryMachine.next(row.state, on: .extended) else { return false }
            deliveries.update(id) { row in
                row.state = state
                row.reason = nil
                row.dueAt = at
                row.retries = 0
                row.resends = 0
            }
        } else {
            deliveries.put(
                DeliveryRow(
                    id: id,
                    provider: device.provider,
                    priority: push.priority,
                    state: .pending,
                    dueAt: at,
                    appVersion: device.appVersion
                )
            )
        }
        add(.deliveryDue, .delivery(id), before.map { .moved(from: $0, to: .pending, at: at) } ?? .none)
        return true
    }

    private mutating func record(_ end: AttemptEnd) -> Bool {
        guard let row = deliveries[end.id], row.state == end.from, end.epoch == nil || row.epoch == end.epoch else {
            return false
        }
        if end.retry != nil, notifications[end.id.notification]?.reason != nil { return false }
        deliveries.update(end.id) { row in
            row.state = end.to
            row.reason = end.reason
            row.acceptedAt = end.to == .accepted ? end.attempt.at : nil
            row.add(end.attempt)
            guard let retry = end.retry else { return }
            row.dueAt = retry.at
            row.retries += retry.isCounted ? 1 : 0
            row.resends += retry.isCounted ? 0 : 1
        }
        if end.to == .accepted { accepted(end.id, at: end.attempt.at) }
        add(end.to == .pending ? .deliveryDue : .deliveryEnded, .delivery(end.id), end.detail)
        return true
    }

    /// Plans and writes what an answer means for the device of a silent sync push.
    mutating func quarantine(_ id: DeviceID, _ change: DeliveryMachine.DeviceChange, at now: Timestamp) {
        guard case .quarantine(let cause) = change,
            let change = outcomeFacts(of: id)?.quarantine(id, for: cause, at: now)
        else { return }
        _ = write(change)
    }

    /// Turns the inbox row into an alert when the end of a delivery in its queue was the last hope of reaching anybody.
    mutating func raiseAlert(of notification: NotificationID, afterEndFor reason: Reason?) {
        guard let facts = outcomeFacts(of: notification), facts.raisesAlert(afterEndFor: reason) else { return }
        _ = write(.raiseAlert(notification, of: facts.user))
    }
}
