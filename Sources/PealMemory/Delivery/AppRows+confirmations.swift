import PealCore

extension AppRows {
    /// Pushes whose time to live has ended while a device was to confirm them, the earliest first.
    func dueConfirmations(now: Timestamp) -> [UnconfirmedPush] {
        let due = notifications.rows(in: .unconfirmed).filter { $0.expiresAt <= now }
        return due.sorted { ($0.expiresAt, $0.id) < ($1.expiresAt, $1.id) }.map { unconfirmed($0) }
    }

    private func unconfirmed(_ row: NotificationRow) -> UnconfirmedPush {
        let handed = deliveries.rows(in: .notification(row.id)).filter(\.state.isHandedOut).map { delivery in
            (delivery.id.device, devices[delivery.id.device]?.confirmedAt != nil)
        }
        return UnconfirmedPush(
            id: row.id,
            app: app,
            user: row.user,
            isInInbox: row.inApp == .show,
            state: row.state,
            stopReason: row.reason,
            devices: Dictionary(uniqueKeysWithValues: handed)
        )
    }

    /// Keeps that a device has confirmed a push, where it had not yet.
    mutating func confirm(_ id: DeliveryID, at now: Timestamp) {
        deliveries.update(id) { $0.confirmedAt = $0.confirmedAt ?? now }
        devices.update(id.device) { row in
            guard row.unconfirmedSince != nil || row.lastConfirmedAt.map({ $0 < now }) ?? true else { return }
            row.confirmedAt = row.confirmedAt ?? now
            row.lastConfirmedAt = now
            row.unconfirmedSince = nil
        }
        guard let user = devices[id.device]?.device.userID, reachability[user]?.isReachable == false else { return }
        add(.deviceChanged, user: user, .device(id.device))
    }

    /// Ends the wait for a push; whether it is as it was read.
    mutating func end(_ push: UnconfirmedPush, alert: Trace?) -> Bool {
        guard let row = notifications[push.id], row.awaitsConfirmation, unconfirmed(row) == push else { return false }
        update(push.id) { row in
            row.awaitsConfirmation = false
            guard let alert else { return }
            row.isAlert = true
            row.trace = Trace(row.trace.steps + alert.steps)
        }
        if alert != nil { addAlert(push.id, of: push.user) }
        return true
    }

    /// Ends all waits of a user.
    mutating func endConfirmations(of user: UserID) {
        for row in notifications.rows(in: .unconfirmed) where row.user == user {
            notifications.update(row.id) { $0.awaitsConfirmation = false }
        }
    }
}
