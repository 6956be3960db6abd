import GRDB

/// Tells the query planner what the tables look like in use.
///
/// Without figures it takes every first key column for selective, and would answer `app = ? AND user_id = ?` by reading
/// all of an app. Fixed figures, unlike `ANALYZE`, give the same plans on every machine and at every size.
enum PlannerStatistics {
    /// Makes the table that holds the figures, in a database that is still empty.
    static func prepare(_ db: Database) throws { try db.execute(sql: "ANALYZE") }

    /// Adds the figures of a table's indexes.
    static func add(of table: String, _ db: Database) throws {
        for (index, rows) in figures[table] ?? [:] { try add(rows, of: index, in: table, db) }
    }

    /// Adds the figures of an index, or replaces those of one that was rebuilt: SQLite forgets them with the index.
    static func add(_ rows: String, of index: String, in table: String, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM sqlite_stat1 WHERE tbl = ? AND idx = ?", arguments: [table, index])
        try db.execute(
            sql: "INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)",
            arguments: [table, index, rows]
        )
    }

    /// Lets the connection read the figures again.
    static func load(_ db: Database) throws { try db.execute(sql: "ANALYZE sqlite_schema") }

    /// By table: how many rows an index has, then how many agree in its first column, in its first two, and so on; the table's
    /// own name is that of its primary key.
    private static let figures: [String: KeyValuePairs<String, String>] = [
        "action_reply": [
            "action_reply": "500000 100000 1"
        ],
        "alert": [
            "alert": "20 4 2 1"
        ],
        "alert_message": [
            "alert_message": "20 4 2 1 1"
        ],
        "analytics_event": [
            "analytics_event_app": "1000000 200000 1"
        ],
        "analytics_count": [
            "sqlite_autoindex_analytics_count_1": "500000 100000 200 30 4 2 1 1"
        ],
        "arrival": [
            "arrival": "200000 40000 40000 20 1",
            "arrival_age": "200000 40000 200",
        ],
        "audit_page": [
            "audit_page": "20000"
        ],
        "audit_page_keys": [
            "audit_page_keys": "20000"
        ],
        "audit_checkpoint": [
            "audit_checkpoint": "10000 2000 1"
        ],
        "audit_secret": [
            "audit_secret": "10000 2000 1"
        ],
        "channel_address": [
            "channel_address": "100000 20000 2 1",
            "channel_address_invalid": "1000 200 100 1",
        ],
        "channel_delivery": [
            "channel_delivery": "1000000 200000 2 1",
            "channel_delivery_pending": "10000 2000 1000 500 2",
            "channel_delivery_failed": "50000 10000 5000 1",
            "channel_delivery_sending": "1000 500",
        ],
        "decision_count": [
            "decision_count": "1500000 300000 2 2 2 1"
        ],
        "delivery_count": [
            "delivery_count": "1000000 200000 1"
        ],
        "delivery": [
            "delivery": "5000000 1000000 2 1",
            "delivery_pending": "10000 2000 1000 500 2",
            "delivery_open": "10000 2000 2 1 1",
            "delivery_failed": "50000 10000 5000 2 1",
            "delivery_sending": "1000 500",
        ],
        "receipt": [
            "receipt": "100000 20000 2 1",
            "receipt_due": "100000 20000 10000 10",
        ],
        "redelivery": [
            "redelivery": "20000 4000 2 1",
            "redelivery_due": "1000 200 2",
        ],
        "device": [
            "device": "200000 40000 1",
            "sqlite_autoindex_device_1": "200000 40000 20000 1",
            "device_user": "200000 40000 2",
            "device_invalid": "2000 400 100 2",
            "device_active": "150000 30000 2",
            "device_stale": "20000 4000 2",
            "device_revoked": "20000 4000 2",
        ],
        "device_count": [
            "device_count": "50 10 3 1"
        ],
        "user": [
            "user": "100000 20000 1"
        ],
        "erased_user": [
            "erased_user": "1000 200 1",
            "erased_user_again": "100 1",
        ],
        "entity": [
            "entity": "100000 20000 5000 1",
            "entity_owner": "50000 10000 10 5 2",
        ],
        "entity_floor": [
            "entity_floor": "5 1"
        ],
        "deleted_entity": [
            "deleted_entity": "10 2 2 1"
        ],
        "member": [
            "member": "500000 100000 50000 100 1",
            "member_user": "500000 100000 10 3",
        ],
        "eta_reply": [
            "eta_reply": "200000 40000 40000 20 1",
            "eta_reply_version": "200000 40000 40000 20 1",
            "eta_reply_age": "200000 40000 2",
        ],
        "user_key": [
            "sqlite_autoindex_user_key_1": "100000 20000 1"
        ],
        "limit_count": [
            "limit_count": "10000 2000 1000 2 1",
            "limit_count_end": "10000 10",
        ],
        "limit_reservation": [
            "limit_reservation": "100000 20000 2 1"
        ],
        "rejected_request": [
            "rejected_request": "5000 1000 500 1",
            "sqlite_autoindex_rejected_request_1": "5000 1000 500 2 1 1 1",
        ],
        "content": [
            "content": "100000 20000 1"
        ],
        "notification": [
            "sqlite_autoindex_notification_1": "5000000 1000000 1",
            "sqlite_autoindex_notification_2": "5000000 1000000 20 1",
            "notification_user": "5000000 1000000 50 1",
            "notification_unread": "2000000 400000 10 1",
            "notification_read": "3000000 600000 40 1",
            "notification_thread": "3000000 600000 30 4 1",
            "notification_category": "5000000 1000000 50 10 1",
            "notification_archived": "100000 20000 10 1",
            "notification_held": "10000 2000 2 1",
            "notification_held_user": "10000 2000 2 1",
            "notification_digest": "10000 2000 4 2 2",
            "notification_alert": "1000 200 2 1",
            "notification_unconfirmed": "1000 200 2",
            "notification_unconfirmed_user": "1000 200 2",
            "notification_window": "10000 2000 4 2 2",
        ],
        "badge": [
            "badge": "100000 20000 1"
        ],
        "idempotency": [
            "sqlite_autoindex_idempotency_1": "100000 20000 5000 1",
            "idempotency_expiry": "100000 10",
            "idempotency_user": "20000 4000 5",
        ],
        "preference": [
            "preference": "50000 10000 1"
        ],
        "mute": [
            "mute": "20000 4000 2 1",
            "sqlite_autoindex_mute_1": "20000 4000 2 2 1",
        ],
        "queue": [
            "queue": "20 4 1"
        ],
        "queue_count": [
            "queue_count": "20 4 1"
        ],
        "reachability": [
            "reachability": "100000 20000 1",
            "reachability_look": "5000 1000 2",
        ],
        "schedule": [
            "schedule": "1000000 200000 100000 2 2 1",
            "schedule_due": "500000 100000 2",
            "schedule_ended": "500000 5",
            "schedule_type": "1000000 200000 100000 2",
        ],
        "firing": [
            "firing": "4000000 800000 400000 40 40 20 1",
            "firing_user": "4000000 800000 40",
        ],
        "sync_push": [
            "sync_push": "1000 200 1",
            "sync_push_due": "1000 200 100 2",
            "sync_push_sending": "200 100",
        ],
        "sync_clear": [
            "sync_clear": "5000 1000 5 1"
        ],
        "trigger": [
            "sqlite_autoindex_trigger_1": "1000000 200000 1",
            "trigger_due": "1000 2 2 1",
            "trigger_turn": "1000 200 60 30 2 1",
            "trigger_cancel_key": "100000 20000 3 1",
            "trigger_cancelling": "10 2 1",
            "trigger_withdrawing": "10 2 1",
            "trigger_retracting": "10 2 1",
            "trigger_local": "10 2 1",
            "trigger_open": "100 20 10 1",
            "trigger_open_parent": "100 20 10 5",
            "trigger_entity": "1000000 200000 40000 20 1",
        ],
        "named_user": [
            "named_user": "2000000 400000 20 1"
        ],
        "claim": [
            "claim": "500000 100000 1",
            "claim_expiry": "100000 10",
        ],
        "local_wait": [
            "local_wait": "100000 20000 5000 1",
            "local_wait_due": "100000 20000 5000 200",
        ],
        "webhook": [
            "webhook": "20 4 1"
        ],
        "webhook_message": [
            "webhook_message": "200000 40000 10000 1",
            "webhook_message_due": "20000 4000 1000 2",
            "webhook_message_user": "200000 40000 20",
        ],
    ]
}
