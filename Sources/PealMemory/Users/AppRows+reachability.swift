import PealCore

extension AppRows {
    /// What is known of a user to say whether pushes reach them.
    func reachabilityFacts(of user: UserID) -> ReachabilityFacts {
        let rows = devices.rows(in: .user(user)).filter { !$0.isRevoked }
        return ReachabilityFacts(
            devices: rows.map {
                DeviceSigns($0.device, confirmedAt: $0.lastConfirmedAt, unconfirmedSince: $0.unconfirmedSince)
            },
            pushSwitch: preferences[user]?.global[Channel.push.rawValue]?.value,
            record: reachability[user]
        )
    }

    /// Users who are to be looked at by an instant, the earliest first.
    func dueLooks(now: Timestamp) -> [UserID] {
        reachability.compactMap { user, record in record.lookAt.map { (lookAt: $0, user: user) } }
            .filter { $0.lookAt <= now }.sorted { ($0.lookAt, $0.user) < ($1.lookAt, $1.user) }.map(\.user)
    }

    /// Keeps what was found; whether it was as it was read.
    mutating func write(_ change: ReachabilityChange) -> Bool {
        guard reachability[change.user] == change.from else { return false }
        reachability[change.user] = change.to
        return true
    }

    /// Keeps since when a device that confirms pushes has not, and moves the next look at its user forward.
    mutating func accepted(_ id: DeliveryID, at now: Timestamp) {
        guard let row = devices[id.device], row.confirmedAt != nil, row.unconfirmedSince == nil else { return }
        devices.update(id.device) { $0.unconfirmedSince = now }
        guard let record = reachability[row.device.userID] else { return }
        let look = now + Reachability.silenceLimit
        reachability[row.device.userID]?.lookAt = min(record.lookAt ?? look, look)
    }
}
