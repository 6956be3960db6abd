import PealCore
import PealStore

extension AppRows {
    /// Writes one result, if its epoch still holds the lease.
    mutating func record(_ result: DeliveryResult) {
        let next = result.next.unless(notifications[result.id.notification]?.reason)
        guard let row = deliveries[result.id], row.state == .sending, row.epoch == result.epoch,
            let state = DeliveryMachine.next(.sending, on: .answered(next))
        else { return }
        deliveries.update(result.id) { row in
            row.state = state
            row.add(result.attempt)
            switch next {
            case .end(_, let reason):
                row.reason = reason
                row.acceptedAt = state == .accepted ? result.attempt.at : nil
            case .retry(let at, let counted):
                row.dueAt = at
                row.retries += counted ? 1 : 0
                row.resends += counted ? 0 : 1
            }
        }
        add(state == .pending ? .deliveryDue : .deliveryEnded, .delivery(result.id))
        quarantine(result.id.device, result.device, at: result.attempt.at)
        if let receipt = result.receipt {
            receipts.put(
                ReceiptRow(
                    id: result.id,
                    provider: row.provider,
                    receipt: receipt.receipt,
                    dueAt: receipt.dueAt,
                    forgottenAt: receipt.forgottenAt
                )
            )
            add(.receiptPlanned, .delivery(result.id))
        }
        if state != .pending, state != .accepted, state != .unknown { raiseAlert(of: result.id.notification) }
    }

    /// Takes a device out of service; what a service that is doubted declares dead is not believed.
    mutating func quarantine(_ id: DeviceID, _ change: DeliveryMachine.DeviceChange, at now: Timestamp) {
        guard case .quarantine(let cause) = change, let device = devices[id]?.device,
            device.state == .active || device.state == .stale,
            cause == .mismatch || lanes[device.provider]?.doubtedSince == nil
        else { return }
        devices.update(id) { row in
            row.device.state = .quarantined
            row.device.invalidSince = cause == .dead ? now : nil
        }
        add(.deviceChanged, user: device.userID, .device(id))
    }

    /// The last device that could not be reached turns the inbox row into an alert, where the type asks for it (R147).
    mutating func raiseAlert(of notification: NotificationID) {
        guard let row = notifications[notification], row.alertsOnFailure, !row.isAlert, row.acknowledgedAt == nil,
            row.reason == nil,
            !deliveries.rows(in: .notification(notification)).contains(where: { $0.isOpen || $0.isHandedOut })
        else { return }
        update(notification) { $0.isAlert = true }
        addInbox(of: row.user)
    }
}
