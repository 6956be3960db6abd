import PealCore
import PealStore

extension AppRows {
    /// Pushes kept for a device's next silent sync push: twice what an Android screen holds.
    static let keptClears = 100

    /// Notes what each of a user's devices is to be sent after an act that changed the inbox.
    ///
    /// The number is news only for a device that was sent one since the oldest of the rows came.
    mutating func tell(
        devicesOf user: UserID,
        _ act: InboxAct,
        clearing ids: [NotificationID],
        before: InboxCounts,
        since: Timestamp = Timestamp(milliseconds: 0)
    ) {
        let after = badge(of: user)
        addInbox(of: user)
        let isBadgeNew = act.badge == .unseen ? after.unseen != before.unseen : after.unread != before.unread
        var isCleared = false
        for id in ids.sorted(by: >).prefix(Self.keptClears) where clear(id, of: user, act) { isCleared = true }
        guard isBadgeNew || isCleared else { return }
        for row in devices.rows(in: .user(user)) where row.key != act.device && row.canSync {
            guard clears[row.key] != nil || isBadgeNew && wasSentBadge(row.key, of: user, since: since) else {
                continue
            }
            let known = syncs[row.key]
            syncs.put(
                SyncRow(
                    device: row.key,
                    user: user,
                    provider: row.device.provider,
                    dueAt: act.now,
                    expiresAt: act.now + act.lifetime,
                    epoch: known?.epoch,
                    hasBadge: known?.hasBadge ?? false || isBadgeNew,
                    sentAt: known?.sentAt
                )
            )
        }
        for key in devices.keys(in: .user(user)) {
            if let kept = clears[key], kept.count > Self.keptClears { clears[key] = kept.suffix(Self.keptClears) }
        }
    }

    /// Whether a device was sent a number since an instant, or is being sent one.
    private func wasSentBadge(_ device: DeviceID, of user: UserID, since: Timestamp) -> Bool {
        if let sync = syncs[device],
            sync.sentAt.map({ $0 >= since }) ?? false || sync.dueAt != nil || sync.epoch != nil
        {
            return true
        }
        return notifications.keys(in: .user(user)).contains { id in
            guard let row = deliveries[DeliveryID(notification: id, device: device)] else { return false }
            return row.acceptedAt.map { $0 >= since } ?? false || row.state == .unknown || row.state == .sending
        }
    }

    /// Notes that a push is to leave the screens it was handed to; whether there are any.
    private mutating func clear(_ id: NotificationID, of user: UserID, _ act: InboxAct) -> Bool {
        var isNew = false
        for row in deliveries.rows(in: .notification(id)) where row.isHandedOut && row.id.device != act.device {
            guard let device = devices[row.id.device], device.device.userID == user, device.canSync,
                !(clears[device.key] ?? []).contains(id)
            else { continue }
            clears[device.key, default: []].insertInOrder(id)
            isNew = true
        }
        return isNew
    }
}
