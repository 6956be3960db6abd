import PealCore

extension AppRows {
    /// What silent sync pushes of a user are planned from.
    func syncFacts(of user: UserID, about ids: [NotificationID]) -> SyncFacts {
        let recent = notifications.keys(in: .user(user)).suffix(SyncFacts.recentLimit)
        return SyncFacts(
            devices: devices.rows(in: .user(user)).map { row in
                let sync = syncs[row.key]
                return SyncFacts.TargetDevice(
                    id: row.key,
                    provider: row.device.provider,
                    platform: row.device.platform,
                    permission: row.device.permission,
                    state: row.device.state,
                    syncedAt: sync?.sentAt,
                    isSyncing: sync?.dueAt != nil || sync?.epoch != nil
                )
            },
            items: ids.compactMap { notifications[$0] }.filter { $0.user == user }.map { row in
                SyncFacts.Item(
                    id: row.id,
                    createdAt: row.createdAt,
                    priority: row.priority,
                    state: row.state,
                    hiddenBecause: row.hiddenBecause
                )
            },
            deliveries: ids.flatMap(handovers),
            recent: recent.flatMap(handovers)
        )
    }

    private func handovers(of id: NotificationID) -> [SyncFacts.Handover] {
        deliveries.rows(in: .notification(id)).map { row in
            SyncFacts.Handover(id: row.id, state: row.state, acceptedAt: row.acceptedAt)
        }
    }

    /// Lets a push join what waits for its device.
    mutating func write(_ push: SyncPush) {
        guard let device = devices[push.device]?.device,
            let joined = SyncState(push, joining: syncs[push.device], owner: device.userID, device: device.state)
        else { return }
        syncs.put(joined)
        add(.syncPlanned, user: push.user, .device(push.device))
        guard !push.cleared.isEmpty else { return }
        clears[push.device] = push.clears(joining: clears[push.device] ?? [])
    }
}

extension NotificationRow {
    var hiddenBecause: Reason? { if case .hide(let reason) = inApp { reason } else { nil } }
}
