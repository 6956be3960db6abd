import Foundation
import GRDB
public import PealCore
public import PealStore

extension SQLiteStore: DeviceStore {
    /// Registers or refreshes a device by its token hash.
    ///
    /// What the person switched off stays off; any other state becomes the given one, since a registration is a sign of
    /// life. A token that belonged to another user is revoked there first (R001, R004).
    public func register(
        _ device: Device,
        app: AppID,
        otherHashes: [[UInt8]],
        seal: @escaping @Sendable (DeviceID) throws -> [UInt8]
    ) async throws -> (device: Device, created: Bool) {
        try await writer.perform(.intake) { db, events in
            let (registered, isDue) = try HeldAgain.following(device.userID, app: app, now: device.lastSeenAt, db) {
                try Self.register(device, app: app, otherHashes: otherHashes, seal: seal, &events, db)
            }
            events.add(.deviceChanged, app: app, user: device.userID, .device(registered.device.id))
            if isDue { events.add(.pushDue, app: app, user: device.userID) }
            return registered
        }
    }

    private static func register(
        _ device: Device,
        app: AppID,
        otherHashes: [[UInt8]],
        seal: (DeviceID) throws -> [UInt8],
        _ events: inout EventBatch,
        _ db: Database
    ) throws -> (device: Device, created: Bool) {
        var holders: [Device] = []
        for hash in [device.tokenHash] + otherHashes {
            let holder = try db.first(
                "SELECT \(Device.columns) FROM device WHERE app = ? AND provider = ? AND token_hash = ?",
                [app.rawValue, device.provider.rawValue, Data(hash)],
                Device.init(row:)
            )
            if let holder { holders.append(holder) }
        }
        let known = holders.first { $0.userID == device.userID }
        for holder in holders where holder.id != known?.id {
            try Self.revoke(holder.id, of: holder.userID, app: app, now: device.lastSeenAt, &events, db)
        }
        guard let known else {
            var fresh = device
            fresh.sealedToken = try seal(fresh.id)
            try Self.insert(fresh, app: app, db)
            try Self.revokeLeastRecent(besides: fresh, app: app, &events, db)
            return (fresh, true)
        }
        var refreshed = device
        refreshed.id = known.id
        refreshed.createdAt = known.createdAt
        // Sealed anew although the token is the same: the key may have been rotated since.
        refreshed.sealedToken = try seal(known.id)
        refreshed.state = known.state == .disabled ? .disabled : device.state
        try Self.refresh(refreshed, app: app, db)
        return (refreshed, false)
    }

    /// The user's devices that are not revoked, oldest first.
    public func devices(of user: UserID, app: AppID) async throws -> [Device] {
        try await read { db in
            try db.all(
                "SELECT \(Device.columns) FROM device WHERE app = ? AND user_id = ? AND state <> 'revoked' ORDER BY id",
                [app.rawValue, user.rawValue],
                Device.init(row:)
            )
        }
    }

    /// Changes permission, capabilities or the person's own switch; `nil` when the device is not the user's.
    public func change(_ change: DeviceChange, app: AppID) async throws -> Device? {
        try await writer.perform(.intake) { db, events in
            let found = try db.first(
                "SELECT \(Device.columns) FROM device WHERE app = ? AND id = ? AND user_id = ? AND state <> 'revoked'",
                [app.rawValue, change.id.blob, change.userID.rawValue],
                Device.init(row:)
            )
            guard var device = found else { return nil }
            if let permission = change.permission { device.permission = permission }
            device.capabilities.merge(change.capabilities ?? [:]) { _, new in new }
            // An address declared dead stays so until it registers again: the switch is not about the address.
            switch (change.enabled, device.state) {
            case (false?, _): device.state = .disabled
            case (true?, .disabled): device.state = device.invalidSince == nil ? .active : .quarantined
            default: break
            }
            device.lastSeenAt = max(device.lastSeenAt, change.now)
            let (changed, isDue) = try HeldAgain.following(change.userID, app: app, now: change.now, db) {
                try Self.refresh(device, app: app, db)
                return device
            }
            events.add(.deviceChanged, app: app, user: change.userID, .device(change.id))
            if isDue { events.add(.pushDue, app: app, user: change.userID) }
            return changed
        }
    }

    /// Revokes a device on logout and forgets its token (R005); whether there was one.
    public func revoke(_ id: DeviceID, of user: UserID, app: AppID, now: Timestamp) async throws -> Bool {
        try await writer.perform(.intake) { db, events in
            try Self.revoke(id, of: user, app: app, now: now, &events, db)
        }
    }

    @discardableResult
    private static func revoke(
        _ id: DeviceID,
        of user: UserID,
        app: AppID,
        now: Timestamp,
        _ events: inout EventBatch,
        _ db: Database
    ) throws -> Bool {
        let isRevoked =
            try db.run(
                """
                UPDATE device SET state = 'revoked', token_hash = NULL, sealed_token = x'', invalid_since = NULL,
                    revoked_at = ?4
                WHERE app = ?1 AND id = ?2 AND user_id = ?3 AND state <> 'revoked'
                """,
                [app.rawValue, id.blob, user.rawValue, now.milliseconds]
            ) == 1
        if isRevoked { events.add(.deviceChanged, app: app, user: user, .device(id)) }
        return isRevoked
    }

    private static func revokeLeastRecent(
        besides kept: Device,
        app: AppID,
        _ events: inout EventBatch,
        _ db: Database
    ) throws {
        let beyond: [DeviceID] = try db.all(
            """
            SELECT id FROM device WHERE app = ? AND user_id = ? AND state <> 'revoked' AND id <> ?
            ORDER BY last_seen_at DESC, id DESC LIMIT -1 OFFSET ?
            """,
            [app.rawValue, kept.userID.rawValue, kept.id.blob, PersonLimits.devices - 1]
        ) { try $0.id(0) }
        for id in beyond { try revoke(id, of: kept.userID, app: app, now: kept.lastSeenAt, &events, db) }
    }

    private static func insert(_ device: Device, app: AppID, _ db: Database) throws {
        try db.run(
            """
            INSERT INTO device
                (app, id, user_id, provider, token_hash, created_at, sealed_token, platform, environment, app_version,
                 permission, capabilities, locale, time_zone, state, last_seen_at, invalid_since)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                app.rawValue, device.id.blob, device.userID.rawValue, device.provider.rawValue, Data(device.tokenHash),
                device.createdAt.milliseconds,
            ] + changeable(device)
        )
    }

    private static func refresh(_ device: Device, app: AppID, _ db: Database) throws {
        try db.run(
            """
            UPDATE device SET sealed_token = ?, platform = ?, environment = ?, app_version = ?, permission = ?,
                capabilities = ?, locale = ?, time_zone = ?, state = ?, last_seen_at = ?, invalid_since = ?,
                token_hash = ?
            WHERE app = ? AND id = ?
            """,
            try changeable(device) + [Data(device.tokenHash), app.rawValue, device.id.blob]
        )
    }

    private static func changeable(_ device: Device) throws -> [Binding] {
        [
            Data(device.sealedToken), device.platform.rawValue, device.environment, device.appVersion,
            device.permission.rawValue, try JSONText.encode(device.capabilities), device.locale, device.timeZone,
            device.state.rawValue, device.lastSeenAt.milliseconds, device.invalidSince?.milliseconds,
        ]
    }
}

extension Device {
    fileprivate static let columns = """
        id, user_id, provider, token_hash, sealed_token, platform, environment, app_version, permission, capabilities,
        locale, time_zone, state, created_at, last_seen_at, invalid_since
        """

    fileprivate init(row: Row) throws {
        self.init(
            id: try row.id(0),
            userID: try row.key(1),
            provider: ProviderID(rawValue: try row.text(2)),
            tokenHash: try row.bytes(3),
            sealedToken: try row.bytes(4),
            platform: try row.word(5),
            environment: try row.optionalText(6),
            appVersion: try row.optionalText(7),
            permission: try row.word(8),
            capabilities: try JSONText.object(try row.text(9)),
            locale: try row.optionalText(10),
            timeZone: try row.optionalText(11),
            state: try row.word(12),
            createdAt: try row.time(13),
            lastSeenAt: try row.time(14),
            invalidSince: try row.optionalTime(15)
        )
    }
}
