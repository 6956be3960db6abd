import PealCore
import PealStore

/// Reads and writes the devices of one user.
struct DeviceRows {
    var app: AppID
    var user: UserID

    /// Those that are not revoked.
    func all(_ db: SQLConnection) throws -> [Device] {
        try db.all(
            "SELECT \(Device.columns) FROM device WHERE app = ? AND user_id = ? AND state <> 'revoked' ORDER BY id",
            [app.bound, user.rawValue],
            Device.init(row:)
        )
    }

    func write(_ update: DeviceUpdate, _ events: inout EventBatch, _ db: SQLConnection) throws {
        switch update {
        case .expect(let devices):
            guard try all(db) == devices else { throw GuardFailed() }
        case .insert(let device):
            try ErasedUsers.refuse(user, app: app, db)
            try insert(device, db).orFail()
            events.add(.deviceChanged, app: app, user: user, .device(device.id))
        case .replace(let device):
            try replace(device, db).orFail()
            events.add(.deviceChanged, app: app, user: user, .device(device.id))
        case .revoke(let id, at: let now):
            try db.run(
                """
                UPDATE device SET \(Self.revoked), revoked_at = ?4
                WHERE app = ?1 AND id = ?2 AND user_id = ?3 AND state <> ?5
                """,
                [app.bound, id.blob, user.rawValue, now.milliseconds, DeviceState.revoked.rawValue]
            ).orFail()
            try deleteOldest(db)
            events.add(.deviceChanged, app: app, user: user, .device(id))
        case .end(let device, let now):
            try end(device, at: now, db).orFail()
            if case .revoked = device.end { try deleteOldest(db) }
            if device.end != .deleted { events.add(.deviceChanged, app: app, user: user, .device(device.id)) }
        }
    }

    /// Deletes the revoked devices of the user that are beyond ``UserLimits/endedDevices``, those revoked first.
    private func deleteOldest(_ db: SQLConnection) throws {
        try db.run(
            """
            DELETE FROM device WHERE app = ?1 AND id IN (
                SELECT id FROM device WHERE app = ?1 AND user_id = ?2 AND state = 'revoked'
                ORDER BY revoked_at DESC, id DESC LIMIT \(Int64.max) OFFSET ?3)
            """,
            [app.bound, user.rawValue, UserLimits.endedDevices]
        )
    }

    /// What revokes a device: its token is forgotten with it.
    static let revoked = """
        state = '\(DeviceState.revoked.rawValue)', token_hash = NULL, sealed_token = {empty}, invalid_since = NULL, key_hash = NULL,
        pending_hash = NULL, pending_since = NULL
        """

    private func end(_ device: AgedDevice, at now: Timestamp, _ db: SQLConnection) throws -> Int {
        let group = device.group
        let asRead = "app = ? AND id = ? AND user_id = ? AND \(group.since) = ? AND \(group.condition)"
        let bindings: [SQLValue] =
            [app.bound, device.id.blob, user.rawValue, device.since.milliseconds] + group.bindings
        return switch device.end {
        case .stale:
            try db.run(
                "UPDATE device SET state = ?, stale_at = ? WHERE \(asRead)",
                [DeviceState.stale.rawValue, now.milliseconds] + bindings
            )
        case .revoked(let since):
            try db.run(
                "UPDATE device SET \(Self.revoked), revoked_at = ? WHERE \(asRead)",
                [since.milliseconds] + bindings
            )
        case .deleted: try db.run("DELETE FROM device WHERE \(asRead)", bindings)
        }
    }

    private func insert(_ device: Device, _ db: SQLConnection) throws -> Int {
        try db.run(
            """
            INSERT INTO device
                (app, id, user_id, provider, token_hash, created_at, sealed_token, platform, environment, app_version,
                 permission, capabilities, locale, time_zone, state, last_seen_at, invalid_since, key_hash,
                 pending_hash, pending_since)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (app, provider, token_hash) DO NOTHING
            """,
            [
                app.bound, device.id.blob, user.rawValue, device.provider.rawValue, device.tokenHash,
                device.createdAt.milliseconds,
            ] + changeable(device)
        )
    }

    private func replace(_ device: Device, _ db: SQLConnection) throws -> Int {
        try db.run(
            """
            UPDATE device SET sealed_token = ?, platform = ?, environment = ?, app_version = ?, permission = ?,
                capabilities = ?, locale = ?, time_zone = ?, state = ?, last_seen_at = ?, invalid_since = ?,
                key_hash = ?, pending_hash = ?, pending_since = ?,
                unconfirmed_since = CASE WHEN token_hash = ? THEN unconfirmed_since END, token_hash = ?
            WHERE app = ? AND id = ? AND user_id = ? AND state <> ?
            """,
            try changeable(device) + [
                device.tokenHash, device.tokenHash, app.bound, device.id.blob, user.rawValue,
                DeviceState.revoked.rawValue,
            ]
        )
    }

    private func changeable(_ device: Device) throws -> [SQLValue] {
        [
            device.sealedToken, device.platform.rawValue, device.environment, device.appVersion,
            device.permission.rawValue, try JSONText.encode(device.capabilities), device.locale, device.timeZone,
            device.state.rawValue, device.lastSeenAt.milliseconds, device.invalidSince?.milliseconds,
            device.keyHash, device.pending?.hash, device.pending?.since.milliseconds,
        ]
    }
}

extension Device {
    /// What ``init(row:)`` reads.
    static let columns = """
        id, user_id, provider, token_hash, sealed_token, platform, environment, app_version, permission, capabilities,
        locale, time_zone, state, created_at, last_seen_at, invalid_since, key_hash, pending_hash,
        pending_since
        """

    init(row: SQLRow) throws {
        self.init(
            id: try row.id(0),
            userID: try row.key(1),
            provider: ProviderID(rawValue: try row.text(2)),
            tokenHash: try row.bytes(3),
            sealedToken: try row.bytes(4),
            platform: try row.word(5),
            permission: try row.word(8),
            state: try row.word(12),
            createdAt: try row.time(13),
            lastSeenAt: try row.time(14)
        )
        environment = try row.optionalText(6)
        appVersion = try row.optionalText(7)
        capabilities = try JSONText.object(try row.text(9))
        locale = try row.optionalText(10)
        timeZone = try row.optionalText(11)
        invalidSince = try row.optionalTime(15)
        keyHash = try row.optionalBytes(16)
        if let hash = try row.optionalBytes(17), let since = try row.optionalTime(18) {
            pending = PendingAddress(hash: hash, since: since)
        }
    }
}
