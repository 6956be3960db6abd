import PealCore
import PealStore

/// Walks rows that hold sealed bytes, and replaces the bytes.
struct SealedRows {
    var app: AppID

    func page(of kind: SealedKind, after last: SealedPlace?, limit: Int, _ db: Connection) throws -> SealedPage {
        let rows: [[SealedValue]] =
            switch kind {
            case .triggers:
                try db.all(
                    "SELECT id, sealed_data FROM trigger WHERE app = ? AND id < ? ORDER BY id DESC LIMIT ?",
                    [app.bound, last?.blob ?? .highest, limit]
                ) { [SealedValue(.triggerData(try $0.id(0)), try $0.bytes(1))] }
            case .users:
                try db.all(
                    "SELECT id, sealed_details FROM user WHERE app = ? AND id > ? ORDER BY id LIMIT ?",
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
            }
        return SealedPage(rows: rows, limit: limit)
    }

    /// Replaces sealed bytes; `false` when they are not what was read.
    func replace(_ item: Resealed<SealedValue>, _ db: Connection) throws -> Bool {
        let bytes: [Binding] = [item.new.sealed, app.bound]
        let old = item.old.sealed
        switch item.old.place {
        case .triggerData(let id):
            return try db.run(
                "UPDATE trigger SET sealed_data = ? WHERE app = ? AND id = ? AND sealed_data = ?",
                bytes + [id.blob, old]
            ) == 1
        case .userDetails(let id):
            return try db.run(
                "UPDATE user SET sealed_details = ? WHERE app = ? AND id = ? AND sealed_details = ?",
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
        }
    }
}

extension SealedPlace {
    /// The identifier of its row, as stored.
    fileprivate var blob: StoredID? {
        switch self {
        case .triggerData(let id): id.blob
        case .userDetails: nil
        case .sharedText(let id): id.blob
        case .text(let id), .digestText(let id): id.blob
        }
    }

    /// The user of its row.
    fileprivate var text: String? { if case .userDetails(let user) = self { user.rawValue } else { nil } }
}
