import Foundation
import GRDB
import PealCore

/// A person of an app.
struct Person: Hashable, Sendable, CustomStringConvertible {
    var app: AppID
    var user: UserID

    var description: String { "\(app)/\(user)" }
}

/// One decision as a row shows it.
struct DecisionRow: Sendable {
    var row: Int64
    var app: AppID
    var id: NotificationID
    var trigger: TriggerID
    var user: UserID
    var type: TypeID
    var rank: Int
    var push: String
    var expiresAt: Timestamp
    var heldUntil: Timestamp?
    var policyVersion: Int
    var bundleUntil: Timestamp?

    var person: Person { Person(app: app, user: user) }
    var waits: Bool { push == "hold" || push == "digest" }
}

/// What the rows say of a delivery that is handed over.
struct HandoverFacts: Sendable {
    var state: String
    var epoch: Int?
    var push: String
    var pushReason: String?
    var expiresAt: Timestamp
    var user: UserID
    var trigger: TriggerID
    var isCancelled: Bool
    var deviceState: String?
    var deviceUser: UserID?
}

extension StoreView {
    /// Decisions inserted after a row, in order.
    func decisions(after row: Int64) throws -> [DecisionRow] {
        try rows(Self.decisions + "WHERE n.rowid > ? ORDER BY n.rowid", [row]).compactMap(Self.decision)
    }

    /// Decisions by their rows.
    func decisions(at rows: [Int64]) throws -> [DecisionRow] {
        let list = "[\(rows.map(String.init).joined(separator: ","))]"
        let these = "WHERE n.rowid IN (SELECT value FROM json_each(?)) ORDER BY n.rowid"
        return try self.rows(Self.decisions + these, [list]).compactMap(Self.decision)
    }

    func lastRow() throws -> Int64 { Int64(try number("SELECT COALESCE(MAX(rowid), 0) FROM notification")) }

    private static let decisions = """
        SELECT n.rowid, n.app, n.id, n.trigger_id, n.user_id, t.type, n.rank, n.push, n.expires_at, n.held_until,
            n.policy_version, t.bundle_until
        FROM notification n JOIN trigger t ON t.app = n.app AND t.id = n.trigger_id\u{20}
        """

    private static func decision(_ row: Row) -> DecisionRow? {
        guard let id = NotificationID(blob: row[2]), let trigger = TriggerID(blob: row[3]) else { return nil }
        return DecisionRow(
            row: row[0],
            app: AppID(row[1]),
            id: id,
            trigger: trigger,
            user: UserID(row[4]),
            type: TypeID(row[5]),
            rank: row[6],
            push: row[7],
            expiresAt: Timestamp(milliseconds: row[8]),
            heldUntil: (row[9] as Int64?).map(Timestamp.init(milliseconds:)),
            policyVersion: row[10],
            bundleUntil: (row[11] as Int64?).map(Timestamp.init(milliseconds:))
        )
    }

    /// Facts of a delivery; `nil` when there is no such row.
    func handover(_ id: DeliveryID, app: AppID) throws -> HandoverFacts? {
        try rows(
            """
            SELECT d.state, d.epoch, n.push, n.push_reason, n.expires_at, n.user_id, n.trigger_id,
                t.cancelled_at IS NOT NULL AND t.cancel_place IS NULL, v.state, v.user_id
            FROM delivery d JOIN notification n ON n.app = d.app AND n.id = d.notification_id
                JOIN trigger t ON t.app = n.app AND t.id = n.trigger_id
                LEFT JOIN device v ON v.app = d.app AND v.id = d.device_id
            WHERE d.app = ? AND d.notification_id = ? AND d.device_id = ?
            """,
            [app.rawValue, id.notification.blob, id.device.blob]
        ).first.flatMap { row in
            guard let trigger = TriggerID(blob: row[6]) else { return nil }
            return HandoverFacts(
                state: row[0],
                epoch: row[1],
                push: row[2],
                pushReason: row[3],
                expiresAt: Timestamp(milliseconds: row[4]),
                user: UserID(row[5]),
                trigger: trigger,
                isCancelled: row[7],
                deviceState: row[8],
                deviceUser: (row[9] as String?).map { UserID($0) }
            )
        }
    }

    /// Whose device a token belongs to; `nil` when no active one.
    func owner(_ hash: [UInt8], provider: ProviderID, app: AppID) throws -> UserID? {
        let row = try rows(
            "SELECT user_id FROM device WHERE app = ? AND provider = ? AND token_hash = ? AND state = 'active'",
            [app.rawValue, provider.rawValue, Data(hash)]
        ).first
        return row.map { UserID($0[0]) }
    }

    /// Rows a person has not seen and not read, counted one by one.
    func unseen(_ person: Person) throws -> (unseen: Int, unread: Int) {
        let row = try rows(
            """
            SELECT COUNT(*) FILTER (WHERE seen_at IS NULL), COUNT(*) FILTER (WHERE read_at IS NULL) FROM notification
            WHERE app = ? AND user_id = ? AND in_app_reason IS NULL AND removed_at IS NULL
            """,
            [person.app.rawValue, person.user.rawValue]
        ).first
        return (row?[0] ?? 0, row?[1] ?? 0)
    }

    /// The zone a person chose, or the backend put.
    func statedZone(_ person: Person) throws -> String? {
        let chosen = try quiet(person).choices.timeZone?.value
        if let chosen { return chosen }
        return try rows(
            "SELECT time_zone FROM user WHERE app = ? AND id = ?",
            [person.app.rawValue, person.user.rawValue]
        ).first?[0]
    }

    /// A person's zone, and what they chose of quiet hours.
    func quiet(_ person: Person) throws -> (zone: String?, choices: Preferences.QuietChoices) {
        let key = [person.app.rawValue, person.user.rawValue]
        let text: String? = try rows("SELECT choices FROM preference WHERE app = ? AND user_id = ?", key).first?[0]
        let chosen = try text.map { try JSONDecoder().decode(Preferences.self, from: Data($0.utf8)).quietHours }
        let ofUser: String? = try rows("SELECT time_zone FROM user WHERE app = ? AND id = ?", key).first?[0]
        let ofDevice: String? = try rows(
            """
            SELECT time_zone FROM device WHERE app = ? AND user_id = ? AND state = 'active'
                AND time_zone IS NOT NULL
            ORDER BY last_seen_at DESC LIMIT 1
            """,
            key
        ).first?[0]
        return (chosen?.timeZone?.value ?? ofUser ?? ofDevice, chosen ?? Preferences.QuietChoices())
    }
}
