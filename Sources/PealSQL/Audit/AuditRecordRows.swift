import PealCore

/// Reads what audit entries say of an event's object, by its key.
struct AuditRecordRows {
    let db: SQLConnection

    func record(_ found: EventLogRows.Reference) throws -> AuditRecord {
        var record = AuditRecord(found.event, user: found.user == 0 ? nil : found.user)
        switch found.event.kind {
        case .deliveryEnded: try readDelivery(&record)
        case .etaChanged, .preferencesChanged, .mutesChanged: try readChoice(&record)
        default: try readNotification(&record)
        }
        return record
    }

    private func readDelivery(_ record: inout AuditRecord) throws {
        guard case .delivery(let id) = record.event.subject else { return }
        record.notification = id.notification
        record.device = AuditDevice(id: id.device)
        let isSent = record.event.ending?.state == .accepted
        try db.each(
            isSent ? Self.sent : Self.ended,
            [record.event.app.bound, id.notification.blob, id.device.blob]
        ) { row in
            record.user = try row.decode(Int64?.self, atIndex: 0)
            record.category = try row.key(1)
            record.device = try device(id.device, row, at: 2)
            guard !isSent else { return }
            record.reason = try row.optionalWord(5)
            let attempts = try StoredAttempts.read(row, at: 6)
            let at = record.event.ending?.at
            record.providerReason = attempts.last { $0.at == at }?.reason
        }
    }

    private static let sent = delivery(more: "")
    private static let ended = delivery(more: ", d.reason, \(StoredAttempts.columns(of: "d"))")

    private static func delivery(more: String) -> String {
        """
        SELECT k.key, n.category, v.platform, d.app_version, v.token_hash\(more)
        FROM delivery d JOIN notification n ON n.app = d.app AND n.id = d.notification_id
        LEFT JOIN device v ON v.app = d.app AND v.id = d.device_id
        LEFT JOIN user_key k ON k.app = n.app AND k.user_id = n.user_id
        WHERE d.app = ? AND d.notification_id = ? AND d.device_id = ?
        """
    }

    private func device(_ id: DeviceID, _ row: SQLRow, at index: Int) throws -> AuditDevice {
        AuditDevice(
            id: id,
            platform: try row.optionalWord(index),
            appVersion: try row.optionalText(index + 1),
            tokenHash: try row.bytes(index + 2)
        )
    }

    private func readNotification(_ record: inout AuditRecord) throws {
        let app = record.event.app
        switch record.event.subject {
        case .notification(let id): record.notification = id
        case .delivery(let id):
            record.notification = id.notification
            record.device =
                try db.first(
                    "SELECT platform, app_version, token_hash FROM device WHERE app = ? AND id = ?",
                    [app.bound, id.device.blob]
                ) { try device(id.device, $0, at: 0) } ?? AuditDevice(id: id.device)
        default: return
        }
        guard let id = record.notification else { return }
        try db.each(
            """
            SELECT category, created_at, in_app_reason, push_reason, received_at, opened_at
            FROM notification WHERE app = ? AND id = ?
            """,
            [app.bound, id.blob]
        ) { row in
            record.category = try row.key(0)
            record.decidedAt = try row.time(1)
            record.inApp = try InAppResult(row: row, at: 2)
            record.reason = try row.optionalWord(3)
            record.receivedAt = try row.optionalTime(4)
            record.openedAt = try row.optionalTime(5)
        }
    }

    private func readChoice(_ record: inout AuditRecord) throws {
        let app = record.event.app
        guard let reference = record.user,
            let user = try db.first(
                "SELECT user_id FROM user_key WHERE key = ?",
                [reference],
                { try $0.key(0) as UserID }
            )
        else { return }
        if record.event.kind == .preferencesChanged {
            record.preferences = try PreferenceRows.preferences(of: user, app: app, db)
        } else if case .entity(let event) = record.event.subject {
            record.reply = try EtaRows(app: app).record(of: user, in: event, db)?.latest
        }
    }
}
