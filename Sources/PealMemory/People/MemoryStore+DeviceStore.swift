public import PealCore
public import PealStore

extension MemoryStore: DeviceStore {
    /// Registers or refreshes a device by its token hash.
    public func register(
        _ device: Device,
        app: AppID,
        otherHashes: [[UInt8]],
        seal: @escaping @Sendable (DeviceID) throws -> [UInt8]
    ) async throws -> (device: Device, created: Bool) {
        try await write(app) { rows in
            let (registered, isDue) = try rows.following(device.userID, now: device.lastSeenAt) { rows in
                try rows.register(device, otherHashes: otherHashes, seal: seal)
            }
            rows.add(.deviceChanged, user: device.userID, .device(registered.device.id))
            if isDue { rows.add(.pushDue, user: device.userID) }
            return registered
        }
    }

    /// The user's devices that are not revoked, oldest first.
    public func devices(of user: UserID, app: AppID) async throws -> [Device] {
        read(app) { rows in rows.devices.rows(in: .user(user)).filter { !$0.isRevoked }.map(\.device) }
    }

    /// Changes permission, capabilities or the user's own switch; `nil` when the device is not the user's.
    public func change(_ change: DeviceChange, app: AppID) async throws -> Device? {
        try await write(app) { rows in
            guard let row = rows.devices[change.id], row.device.userID == change.userID, !row.isRevoked else {
                return nil
            }
            var device = row.device
            if let permission = change.permission { device.permission = permission }
            device.capabilities.merge(change.capabilities ?? [:]) { _, new in new }
            // An address declared dead stays so until it registers again: the switch is not about the address.
            switch (change.enabled, device.state) {
            case (false?, _): device.state = .disabled
            case (true?, .disabled): device.state = device.invalidSince == nil ? .active : .quarantined
            default: break
            }
            device.lastSeenAt = max(device.lastSeenAt, change.now)
            let changed = device
            let (_, isDue) = rows.following(change.userID, now: change.now) { rows in
                rows.devices.put(DeviceRow(device: changed))
            }
            rows.add(.deviceChanged, user: change.userID, .device(change.id))
            if isDue { rows.add(.pushDue, user: change.userID) }
            return changed
        }
    }

    /// Revokes a device on logout and forgets its token (R005); whether there was one.
    public func revoke(_ id: DeviceID, of user: UserID, app: AppID, now: Timestamp) async throws -> Bool {
        try await write(app) { $0.revoke(id, of: user, now: now) }
    }

    /// Revokes devices that a provider declared dead at an instant or before, longest ago first (C14).
    public func removeInvalid(
        app: AppID,
        provider: ProviderID,
        since instant: Timestamp,
        limit: Int
    ) async throws -> Int {
        try await write(app) { rows in
            rows.sweepDevices(limit: limit, by: \.device.invalidSince) { row in
                guard row.device.provider == provider, let at = row.device.invalidSince, at <= instant else {
                    return false
                }
                row.revoke(at: at)
                return true
            }
        }
    }

    /// Makes active devices stale that were not seen since before an instant (R011).
    public func makeStale(app: AppID, notSeenSince instant: Timestamp, limit: Int) async throws -> Int {
        try await write(app) { rows in
            rows.sweepDevices(limit: limit, by: \.device.lastSeenAt) { row in
                guard row.device.state == .active, row.device.lastSeenAt < instant else { return false }
                row.device.state = .stale
                return true
            }
        }
    }

    /// Revokes stale devices that were not seen since before an instant (R011).
    public func removeStale(app: AppID, notSeenSince instant: Timestamp, limit: Int) async throws -> Int {
        try await write(app) { rows in
            rows.sweepDevices(limit: limit, by: \.device.lastSeenAt) { row in
                guard row.device.state == .stale, row.device.lastSeenAt < instant else { return false }
                row.revoke(at: row.device.lastSeenAt)
                return true
            }
        }
    }

    /// Deletes devices that were revoked before an instant, longest ago first.
    public func removeRevoked(app: AppID, before instant: Timestamp, limit: Int) async throws -> Int {
        try await write(app) { rows in
            let revoked = rows.devices.rows.filter { $0.isRevoked && ($0.revokedAt ?? instant) < instant }
            let oldest = revoked.sorted { ($0.revokedAt ?? instant) < ($1.revokedAt ?? instant) }.prefix(limit)
            for row in oldest { rows.delete(row.key) }
            return oldest.count
        }
    }
}
