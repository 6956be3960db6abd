import PealCore
import PealStore

extension AppRows {
    /// Pushes one silent sync push takes off the screen: as many as fit into the smallest push with the longest tags.
    private static let clearedAtOnce = 24
    /// How long a clear waits for a push that is under way: it would overtake it.
    private static let overtakingWait = Duration.seconds(5)

    /// The push services that silent sync pushes wait for.
    var syncProviders: [ProviderID] { Array(Set(syncs.rows.filter(\.isWaiting).map(\.provider))) }

    func dueSyncs(_ provider: ProviderID, now: Timestamp) -> [SyncRow] {
        let due = syncs.rows.filter { $0.provider == provider && $0.isDue(at: now) }
        return due.sorted { ($0.dueAt ?? now, $0.device) < ($1.dueAt ?? now, $1.device) }
    }

    /// What an older epoch was sending is sent again: each silent sync push is absolute.
    mutating func takeOverSyncs() {
        for row in syncs.rows where row.epoch != nil {
            syncs.update(row.device) { row in
                row.epoch = nil
                row.dueAt = row.dueAt ?? Timestamp(milliseconds: 0)
                row.hasBadge = true
            }
        }
    }

    /// Leases a silent sync push; `nil` when there is nothing to send any more, or not yet.
    mutating func claim(_ row: SyncRow, now: Timestamp, epoch: Int) -> ClaimedSignal? {
        let target = syncFacts(of: row.user, about: []).devices.first { $0.id == row.device }
        guard let device = devices[row.device], target?.canSync == true, row.expiresAt > now else {
            clears[row.device] = nil
            syncs.remove(row.device)
            return nil
        }
        let (cleared, waits) = clears(of: row)
        guard !cleared.isEmpty || row.hasBadge else {
            syncs.update(row.device) { $0.dueAt = waits ? now + Self.overtakingWait : nil }
            return nil
        }
        syncs.update(row.device) { row in
            row.epoch = epoch
            row.dueAt = nil
            row.hasBadge = false
        }
        let badge = badge(of: row.user)
        return ClaimedSignal(
            device: row.device,
            app: app,
            userID: row.user,
            provider: row.provider,
            sealedToken: device.device.sealedToken,
            platform: device.device.platform,
            environment: device.device.environment,
            deviceLastSeenAt: device.device.lastSeenAt,
            unseen: badge.unseen,
            unread: badge.unread,
            badgeVersion: badge.version,
            cleared: cleared,
            retriesUsed: row.retries,
            expiresAt: row.expiresAt
        )
    }

    mutating func record(_ result: SignalResult) {
        let signal = result.signal
        guard syncs[signal.device]?.epoch == result.epoch else { return }
        quarantine(signal.device, result.deviceChange, at: result.at)
        if let retryAt = result.retryAt {
            syncs.update(signal.device) { row in
                row.epoch = nil
                row.retries += 1
                row.dueAt = row.dueAt ?? retryAt
                row.hasBadge = row.hasBadge || signal.cleared.isEmpty
            }
            return
        }
        for push in signal.cleared { removeClear(push.id, on: signal.device) }
        // What did not fit, or came meanwhile, goes next.
        let hasMore = clears[signal.device] != nil
        syncs.update(signal.device) { row in
            row.epoch = nil
            row.dueAt = row.dueAt ?? (hasMore ? result.at : nil)
            row.sentAt = result.at
        }
    }

    /// The pushes to take off a device's screen, the newest first; those it never got, or that a newer one has replaced
    /// there, are forgotten.
    private mutating func clears(of row: SyncRow) -> (now: [ClearedPush], waits: Bool) {
        var result: (now: [ClearedPush], waits: Bool) = ([], false)
        for id in (clears[row.device] ?? []).reversed().prefix(SyncPush.clearLimit) {
            switch deliveries[DeliveryID(notification: id, device: row.device)]?.state {
            case .sending?: result.waits = true
            case .accepted? where !isReplaced(id, on: row.device), .unknown? where !isReplaced(id, on: row.device):
                guard let push = notifications[id], push.user == row.user, result.now.count < Self.clearedAtOnce else {
                    continue
                }
                result.now.append(ClearedPush(id: id, identity: push.identity, collapse: push.content.collapse))
            default: removeClear(id, on: row.device)
            }
        }
        return result
    }

    /// Whether a newer push has taken the place of one on a device.
    private func isReplaced(_ id: NotificationID, on device: DeviceID) -> Bool {
        guard let push = notifications[id] else { return false }
        return notifications.rows(in: .user(push.user)).contains { newer in
            guard newer.id > id else { return false }
            let isSame = newer.content.collapse != nil && newer.content.collapse.isSame(as: push.content.collapse)
            guard isSame || newer.identity == push.identity else { return false }
            return deliveries[DeliveryID(notification: newer.id, device: device)]?.isHandedOut ?? false
        }
    }

    private mutating func removeClear(_ id: NotificationID, on device: DeviceID) {
        clears[device]?.removeInOrder(id)
        if clears[device]?.isEmpty == true { clears[device] = nil }
    }
}
