import PealCore

extension SyncState: TableRow {
    var key: DeviceID { device }
}

extension AppRows {
    /// The push services that silent sync pushes wait for.
    var syncProviders: [ProviderID] { Array(Set(syncs.rows.filter(\.isWaiting).map(\.provider))) }

    func dueSyncs(_ provider: ProviderID, now: Timestamp) -> [SyncState] {
        let due = syncs.rows.filter { $0.provider == provider && $0.isDue(at: now) }
        return due.sorted { ($0.dueAt ?? now, $0.device) < ($1.dueAt ?? now, $1.device) }
    }

    /// What the claim of a device's silent sync push is planned from.
    func dueSync(_ id: DeviceID) -> DueSync? {
        guard let state = syncs[id], let device = devices[id]?.device else { return nil }
        return DueSync(
            app: app,
            state: state,
            target: DueSync.Target(
                owner: device.userID,
                sealedToken: device.sealedToken,
                environment: device.environment,
                lastSeenAt: device.lastSeenAt,
                device: SyncFacts.TargetDevice(
                    id: id,
                    provider: state.provider,
                    platform: device.platform,
                    permission: device.permission,
                    state: device.state
                )
            ),
            counts: badge(of: state.user),
            clears: (clears[id] ?? []).reversed().prefix(SyncPush.clearLimit).map { clear($0, of: state) }
        )
    }

    private func clear(_ id: NotificationID, of sync: SyncState) -> DueSync.Clear {
        let row = notifications[id].flatMap { $0.user == sync.user ? $0 : nil }
        return DueSync.Clear(
            id: id,
            push: row.map { TaggedPush(id: id, identity: $0.identity, collapse: $0.content.collapse) },
            delivery: deliveries[DeliveryID(notification: id, device: sync.device)]?.state,
            newer: row.map { newer(than: $0, on: sync.device) } ?? []
        )
    }

    /// The states of newer deliveries to a device that have the same tag.
    private func newer(than push: NotificationRow, on device: DeviceID) -> Set<DeliveryState> {
        let states = notifications.rows(in: .user(push.user)).compactMap { newer -> DeliveryState? in
            guard newer.id > push.id else { return nil }
            let isSame = newer.content.collapse != nil && newer.content.collapse.isSame(as: push.content.collapse)
            guard isSame || newer.identity == push.identity else { return nil }
            return deliveries[DeliveryID(notification: newer.id, device: device)]?.state
        }
        return Set(states)
    }

    /// Changes a silent sync push; whether it found what it expects.
    mutating func write(_ change: SyncChange) -> Bool {
        switch change {
        case .expect(let due): return dueSync(due.state.device) == due
        case .move(let old, let new):
            guard syncs[old.device] == old else { return false }
            syncs.put(new)
        case .forgetClears(let ids, on: let device):
            for id in ids { clears[device]?.removeInOrder(id) }
            if clears[device]?.isEmpty == true { clears[device] = nil }
        case .end(let device):
            clears[device] = nil
            syncs.remove(device)
        }
        return true
    }
}
