package import PealCore
import PealStore

/// The rows as plain lists in the order of their keys: for a judge that looks at what is stored.
extension AppRows {
    package var userList: [User] { users.rows }
    package var entityList: [Entity] { entities.rows }
    package var memberList: [Member] { members.rows }
    package var muteList: [(user: UserID, mute: Mute)] {
        mutes.sorted { $0.key < $1.key }.flatMap { user, mutes in mutes.map { (user, $0) } }
    }
    package var deviceList: [Device] { devices.rows.map(\.device) }
    package var triggerList: [TriggerRow] { triggers.rows }
    package var firingList: [FiringRow] { firings.rows }
    package var notificationList: [NotificationRow] { notifications.rows }
    package var deliveryList: [DeliveryRow] { deliveries.rows }
    package var receiptList: [ReceiptRow] { receipts.rows }

    package var claimList: [(key: String, claim: ClaimHolder)] {
        claims.sorted { $0.key < $1.key }.map { ($0.key.rawValue, $0.value) }
    }

    package var badgeList: [(user: UserID, counts: InboxCounts)] {
        badges.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    package var answerCount: Int { answers.count }
    package var reservationCount: Int { reservations.values.reduce(0) { $0 + $1.count } }
    package var localWaitCount: Int { localWaits.values.reduce(0) { $0 + $1.count } }
    package var reminderCount: Int { reminders.values.reduce(0) { $0 + $1.count } }
    package var rejectionCount: Int { rejected.values.reduce(0) { $0 + $1.count } }
}

/// What planted bugs do to leases.
extension AppRows {
    /// Takes a lease back, as if it had not been written yet.
    package mutating func unlease(_ delivery: DeliveryID) {
        deliveries.update(delivery) { row in
            guard row.state == .sending else { return }
            row.state = .pending
            row.epoch = nil
        }
    }

    /// Writes a lease, at last.
    package mutating func lease(_ delivery: DeliveryID, epoch: Int) {
        deliveries.update(delivery) { row in
            guard row.state == .pending else { return }
            row.state = .sending
            row.epoch = epoch
        }
    }
}
