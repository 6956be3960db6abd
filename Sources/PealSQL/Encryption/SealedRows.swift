import PealCore
import PealStore

/// Walks rows that hold sealed bytes, and replaces the bytes.
struct SealedRows {
    var app: AppID

    func page(of kind: SealedKind, after last: SealedColumn?, limit: Int, _ db: SQLConnection) throws -> SealedPage {
        let rows: [[SealedValue]] =
            switch kind {
            case .triggers:
                try db.all(
                    "SELECT id, sealed_data FROM trigger WHERE app = ? AND id < ? ORDER BY id DESC LIMIT ?",
                    [app.bound, last?.blob ?? .highest, limit]
                ) { [SealedValue(.triggerData(try $0.id(0)), try $0.bytes(1))] }
            case .users:
                try db.all(
                    "SELECT id, sealed_details FROM \"user\" WHERE app = ? AND id > ? ORDER BY id LIMIT ?",
                    [app.bound, last?.text ?? "", limit]
                ) { [SealedValue(.userDetails(try $0.key(0)), try $0.bytes(1))] }
            case .contents:
                try db.all(
                    "SELECT id, sealed FROM content WHERE app = ? AND id < ? ORDER BY id DESC LIMIT ?",
                    [app.bound, last?.blob ?? .highest, limit]
                ) { [SealedValue(.sharedText(try $0.id(0)), try $0.bytes(1))] }
            case .notifications:
                try db.all(
                    """
                    SELECT id, sealed_text, sealed_digest_text FROM notification WHERE app = ? AND id < ?
                    ORDER BY id DESC LIMIT ?
                    """,
                    [app.bound, last?.blob ?? .highest, limit]
                ) { row in
                    let id: NotificationID = try row.id(0)
                    return [SealedValue(.text(id), try row.bytes(1)), SealedValue(.digestText(id), try row.bytes(2))]
                }
            case .etaReplies:
                try db.all(
                    """
                    SELECT entity_type, entity_id, user_id, sealed_message FROM eta_reply
                    WHERE app = ? AND (entity_type, entity_id, user_id) > (?, ?, ?)
                    ORDER BY entity_type, entity_id, user_id LIMIT ?
                    """,
                    [app.bound] + (last?.etaKey ?? ["", "", ""]) + [limit]
                ) { row in
                    let event = EntityRef(type: try row.key(0), id: try row.text(1))
                    return [SealedValue(.etaMessage(event, try row.key(2)), try row.bytes(3))]
                }
            case .members:
                try db.all(
                    """
                    SELECT entity_type, entity_id, user_id, sealed_attributes FROM member
                    WHERE app = ? AND (entity_type, entity_id, user_id) > (?, ?, ?)
                    ORDER BY entity_type, entity_id, user_id LIMIT ?
                    """,
                    [app.bound] + (last?.memberKey ?? ["", "", ""]) + [limit]
                ) { row in
                    let entity = EntityRef(type: try row.key(0), id: try row.text(1))
                    return [SealedValue(.memberAttributes(entity, try row.key(2)), try row.bytes(3))]
                }
            case .auditSecrets:
                try db.all(
                    "SELECT user_id, sealed_secret FROM audit_secret WHERE app = ? AND user_id > ? ORDER BY user_id LIMIT ?",
                    [app.bound, last?.text ?? "", limit]
                ) { [SealedValue(.auditSecret(try $0.key(0)), try $0.bytes(1))] }
            case .webhooks:
                try db.all(
                    "SELECT id, sealed_secrets FROM webhook WHERE app = ? AND id > ? ORDER BY id LIMIT ?",
                    [app.bound, last?.blob ?? .lowest, limit]
                ) { row in [SealedValue(.webhookSecrets(try row.id(0)), try row.bytes(1))] }
            case .channelAddresses:
                try db.all(
                    """
                    SELECT user_id, channel, sealed FROM channel_address
                    WHERE app = ? AND (user_id, channel) > (?, ?) ORDER BY user_id, channel LIMIT ?
                    """,
                    [app.bound] + (last?.addressKey ?? ["", ""]) + [limit]
                ) { row in
                    let channel = Channel(rawValue: try row.text(1))
                    return [SealedValue(.channelAddress(try row.key(0), channel), try row.bytes(2))]
                }
            }
        return SealedPage(rows: rows, limit: limit)
    }

    /// Replaces sealed bytes; `false` when they are not what was read.
    func replace(_ item: Resealed<SealedValue>, _ db: SQLConnection) throws -> Bool {
        let bytes: [SQLValue] = [item.new.sealed, app.bound]
        let old = item.old.sealed
        switch item.old.column {
        case .triggerData(let id):
            return try db.run(
                "UPDATE trigger SET sealed_data = ? WHERE app = ? AND id = ? AND sealed_data = ?",
                bytes + [id.blob, old]
            ) == 1
        case .userDetails(let id):
            return try db.run(
                "UPDATE \"user\" SET sealed_details = ? WHERE app = ? AND id = ? AND sealed_details = ?",
                bytes + [id.rawValue, old]
            ) == 1
        case .sharedText(let id):
            return try db.run(
                "UPDATE content SET sealed = ? WHERE app = ? AND id = ? AND sealed = ?",
                bytes + [id.blob, old]
            ) == 1
        case .text(let id):
            return try db.run(
                "UPDATE notification SET sealed_text = ? WHERE app = ? AND id = ? AND sealed_text = ?",
                bytes + [id.blob, old]
            ) == 1
        case .digestText(let id):
            return try db.run(
                "UPDATE notification SET sealed_digest_text = ? WHERE app = ? AND id = ? AND sealed_digest_text = ?",
                bytes + [id.blob, old]
            ) == 1
        case .etaMessage:
            return try db.run(
                """
                UPDATE eta_reply SET sealed_message = ?
                WHERE app = ? AND entity_type = ? AND entity_id = ? AND user_id = ? AND sealed_message = ?
                """,
                bytes + (item.old.column.etaKey ?? []) + [old]
            ) == 1
        case .memberAttributes:
            return try db.run(
                """
                UPDATE member SET sealed_attributes = ?
                WHERE app = ? AND entity_type = ? AND entity_id = ? AND user_id = ? AND sealed_attributes = ?
                """,
                bytes + (item.old.column.memberKey ?? []) + [old]
            ) == 1
        case .channelAddress:
            return try db.run(
                "UPDATE channel_address SET sealed = ? WHERE app = ? AND user_id = ? AND channel = ? AND sealed = ?",
                bytes + (item.old.column.addressKey ?? []) + [old]
            ) == 1
        case .auditSecret(let user):
            return try db.run(
                "UPDATE audit_secret SET sealed_secret = ? WHERE app = ? AND user_id = ? AND sealed_secret = ?",
                bytes + [user.rawValue, old]
            ) == 1
        case .webhookSecrets(let id):
            return try db.run(
                "UPDATE webhook SET sealed_secrets = ? WHERE app = ? AND id = ? AND sealed_secrets = ?",
                bytes + [id.blob, old]
            ) == 1
        }
    }
}

extension SealedColumn {
    /// The identifier of its row, as stored.
    fileprivate var blob: StoredID? {
        switch self {
        case .triggerData(let id): id.blob
        case .userDetails, .etaMessage, .memberAttributes, .auditSecret, .channelAddress: nil
        case .webhookSecrets(let id): id.blob
        case .sharedText(let id): id.blob
        case .text(let id), .digestText(let id): id.blob
        }
    }

    /// The event and the user of its row.
    fileprivate var etaKey: [SQLValue]? {
        guard case .etaMessage(let event, let user) = self else { return nil }
        return [event.type.rawValue, event.id, user.rawValue]
    }

    /// The entity and the user of its row.
    fileprivate var memberKey: [SQLValue]? {
        guard case .memberAttributes(let entity, let user) = self else { return nil }
        return [entity.type.rawValue, entity.id, user.rawValue]
    }

    /// The user and the channel of its row.
    fileprivate var addressKey: [SQLValue]? {
        guard case .channelAddress(let user, let channel) = self else { return nil }
        return [user.rawValue, channel.rawValue]
    }

    /// The user of its row.
    fileprivate var text: String? {
        switch self {
        case .userDetails(let user), .auditSecret(let user): user.rawValue
        default: nil
        }
    }
}
