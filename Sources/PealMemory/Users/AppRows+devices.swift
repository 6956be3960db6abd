import PealCore
import PealStore

extension AppRows {
    /// The devices of a user that are not revoked.
    func devices(of user: UserID) -> [Device] {
        devices.rows(in: .user(user)).filter { !$0.isRevoked }.map(\.device)
    }

    /// Changes the devices of a user; whether they were as expected.
    mutating func write(_ update: DeviceUpdate, of user: UserID) -> Bool {
        switch update {
        case .expect(let expected): return devices(of: user) == expected
        case .insert(let device):
            guard devices.keys(in: .token(device.provider, device.tokenHash)).isEmpty else { return false }
            put(DeviceRow(device: device), in: \.devices)
            add(.deviceChanged, user: user, .device(device.id))
        case .replace(let device):
            guard let row = devices[device.id], row.device.userID == user, !row.isRevoked else { return false }
            var changed = row
            changed.device = device
            changed.staleAt = nil
            if row.device.tokenHash != device.tokenHash { changed.unconfirmedSince = nil }
            put(changed, in: \.devices)
            add(.deviceChanged, user: user, .device(device.id))
        case .revoke(let id, at: let now):
            guard let row = devices[id], row.device.userID == user, !row.isRevoked else { return false }
            self.update(id) { $0.revoke(at: now) }
            deleteOldest(of: user)
            add(.deviceChanged, user: user, .device(id))
        case .end(let aged, let now): return end(aged, at: now)
        }
        return true
    }

    private mutating func end(_ aged: AgedDevice, at now: Timestamp) -> Bool {
        guard let row = devices[aged.id], row.aged(aged.group) == aged else { return false }
        switch aged.end {
        case .stale:
            update(aged.id) { row in
                row.device.state = .stale
                row.staleAt = now
            }
        case .revoked(let since):
            update(aged.id) { $0.revoke(at: since) }
            deleteOldest(of: aged.userID)
        case .deleted:
            delete(aged.id)
            return true
        }
        add(.deviceChanged, user: aged.userID, .device(aged.id))
        return true
    }

    /// Deletes the revoked devices of a user that are beyond ``UserLimits/endedDevices``, those revoked first.
    private mutating func deleteOldest(of user: UserID) {
        let revoked = devices.rows(in: .user(user)).filter(\.isRevoked)
            .sorted { ($0.revokedAt?.milliseconds ?? .min, $0.key) > ($1.revokedAt?.milliseconds ?? .min, $1.key) }
        for row in revoked.dropFirst(UserLimits.endedDevices) { delete(row.key) }
    }

    /// Changes some devices; how many.
    mutating func changeDevices(_ change: (inout DeviceRow) -> Bool) -> Int {
        let changed = devices.rows.compactMap { row in
            var changed = row
            return change(&changed) ? changed : nil
        }
        for row in changed {
            put(row, in: \.devices)
            add(.deviceChanged, user: row.device.userID, .device(row.key))
        }
        return changed.count
    }

    /// Whether a device is active, and still the user's.
    func isReachable(_ device: DeviceID, of user: UserID) -> Bool {
        devices[device].map { $0.device.state == .active && $0.device.userID == user } ?? false
    }
}

extension DeviceRow {
    /// The device as one of a group; `nil` when it is not of the group.
    func aged(_ group: AgedDevice.Group) -> AgedDevice? {
        let since: Timestamp? =
            switch group {
            case .invalid(let provider): device.provider == provider ? device.invalidSince : nil
            case .active: device.state == .active ? device.lastSeenAt : nil
            case .stale: device.state == .stale ? device.lastSeenAt : nil
            case .revoked: isRevoked ? revokedAt : nil
            }
        let found = group == .stale ? staleAt : nil
        return since.map { AgedDevice(id: key, userID: device.userID, group: group, since: $0, staleAt: found) }
    }
}
