import PealCore
import PealStore

extension AppRows {
    /// Registers a device by the hashes of its token: what its user has is refreshed, what others have is revoked there.
    mutating func register(
        _ device: Device,
        otherHashes: [[UInt8]],
        seal: (DeviceID) throws -> [UInt8]
    ) throws -> (device: Device, created: Bool) {
        let holders = ([device.tokenHash] + otherHashes).flatMap { hash in
            devices.rows(in: .token(device.provider, hash)).map(\.device)
        }
        let known = holders.first { $0.userID == device.userID }
        for holder in holders where holder.id != known?.id {
            revoke(holder.id, of: holder.userID, now: device.lastSeenAt)
        }
        var registered = device
        registered.id = known?.id ?? device.id
        registered.createdAt = known?.createdAt ?? device.createdAt
        // Sealed anew although the token is the same: the key may have been rotated since.
        registered.sealedToken = try seal(registered.id)
        if known?.state == .disabled { registered.state = .disabled }
        if known == nil, devices.contains(device.id) { throw StoreError.duplicate("the device") }
        devices.put(DeviceRow(device: registered))
        if known == nil { revokeLeastRecent(besides: registered) }
        return (registered, known == nil)
    }

    private mutating func revokeLeastRecent(besides kept: Device) {
        let others = devices.rows(in: .user(kept.userID)).filter { !$0.isRevoked && $0.key != kept.id }.map(\.device)
        let newest = others.sorted { ($0.lastSeenAt, $0.id) > ($1.lastSeenAt, $1.id) }
        for device in newest.dropFirst(PersonLimits.devices - 1) {
            revoke(device.id, of: kept.userID, now: kept.lastSeenAt)
        }
    }

    /// Revokes a device of a user and forgets its token; whether there was one.
    @discardableResult
    mutating func revoke(_ id: DeviceID, of user: UserID, now: Timestamp) -> Bool {
        guard let row = devices[id], row.device.userID == user, !row.isRevoked else { return false }
        devices.update(id) { $0.revoke(at: now) }
        add(.deviceChanged, user: user, .device(id))
        return true
    }

    /// Changes some devices; how many.
    mutating func changeDevices(_ change: (inout DeviceRow) -> Bool) -> Int {
        sweepDevices(limit: .max, by: { _ in Optional<Timestamp>.none }, change)
    }

    /// Changes devices in the order of an instant, at most `limit`; how many.
    mutating func sweepDevices(
        limit: Int,
        by instant: (DeviceRow) -> Timestamp?,
        _ change: (inout DeviceRow) -> Bool
    ) -> Int {
        let changed = devices.rows.compactMap { row -> (at: Timestamp?, row: DeviceRow)? in
            var changed = row
            return change(&changed) ? (instant(row), changed) : nil
        }
        let first = changed.sorted { ($0.at?.milliseconds ?? 0) < ($1.at?.milliseconds ?? 0) }.prefix(limit)
        for (_, row) in first {
            devices.put(row)
            add(.deviceChanged, user: row.device.userID, .device(row.key))
        }
        return first.count
    }

    /// Whether a device is active, and still the user's.
    func isReachable(_ device: DeviceID, of user: UserID) -> Bool {
        devices[device].map { $0.device.state == .active && $0.device.userID == user } ?? false
    }
}
