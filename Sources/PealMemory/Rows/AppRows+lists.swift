package import PealCore

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
    /// Each with its texts, also those that it shares.
    package var notificationList: [NotificationRow] {
        notifications.rows.map { row in
            var row = row
            row.content = content(of: row)
            return row
        }
    }
    package var deliveryList: [DeliveryRow] { deliveries.rows }
    package var receiptList: [ReceiptRow] { receipts.rows }

    package var claimList: [(key: String, claim: ClaimHolder)] {
        claims.sorted { $0.key < $1.key }.map { ($0.key.rawValue, $0.value) }
    }

    package var badgeList: [(user: UserID, counts: InboxCounts)] {
        badges.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    package var quotaList: [(key: QuotaKey, row: QuotaRow)] {
        quotas.sorted { one, other in
            (TextKey(one.key.limit), one.key.scope, one.key.start) < (
                TextKey(other.key.limit), other.key.scope, other.key.start
            )
        }.map { ($0.key, $0.value) }
    }

    package var syncList: [SyncState] { syncs.rows }

    package var clearList: [(device: DeviceID, notification: NotificationID)] {
        clears.sorted { $0.key < $1.key }.flatMap { device, pushes in pushes.map { (device, $0) } }
    }

    package var answerCount: Int { answers.count }
    package var reservationCount: Int { reservations.values.reduce(0) { $0 + $1.count } }
    package var localWaitCount: Int { localWaits.values.reduce(0) { $0 + $1.count } }
    package var deletionCount: Int { deletions.count }
    package var reminderCount: Int { reminders.values.reduce(0) { $0 + $1.count } }
    package var rejectionCount: Int { rejected.values.reduce(0) { $0 + $1.count } }
}
