import GRDB

/// The counts that the schema keeps and the apps that its tables name, compared with what is there.
enum KeptCounts {
    /// What a kept count says that counting does not, and the other way round; empty when they agree.
    static func mismatches(_ db: Database) throws -> [String] {
        let counts = try pairs.flatMap { kept, counted in
            try (Row.fetchAll(db, sql: "\(kept) EXCEPT \(counted)").map { "kept \($0)" })
                + (Row.fetchAll(db, sql: "\(counted) EXCEPT \(kept)").map { "counted \($0)" })
        }
        return try counts + tablesOfUnknownApps(db).map { "\($0) has a row of an app that is not in the table of apps" }
    }

    /// No foreign key checks this: that would cost a look at the table of apps for every row that is written.
    private static func tablesOfUnknownApps(_ db: Database) throws -> [String] {
        let tables = try String.fetchAll(
            db,
            sql: """
                SELECT l.name FROM pragma_table_list l, pragma_table_info(l.name) c
                WHERE l.schema = 'main' AND c.name = 'app'
                """
        )
        return try tables.filter { table in
            try Row.fetchOne(db, sql: "SELECT 1 FROM \(table) WHERE app NOT IN (SELECT key FROM app)") != nil
        }
    }

    private static let pairs = [
        (
            "SELECT app, id, uses FROM content",
            """
            SELECT app, content_id, COUNT(*) FROM notification WHERE content_id IS NOT NULL GROUP BY 1, 2
            """
        ),
        (
            "SELECT * FROM decision_count WHERE notifications > 0",
            """
            SELECT app, trigger_id, push, CASE push WHEN 'suppress' THEN push_reason ELSE '' END,
                COALESCE(in_app_reason, ''), COUNT(*) FROM notification GROUP BY 1, 2, 3, 4, 5
            """
        ),
        (
            """
            SELECT * FROM delivery_count
            WHERE open + accepted + failed + unknown + expired + cancelled > 0
            """,
            """
            SELECT n.app, n.trigger_id, SUM(d.state = 'pending'), SUM(d.state = 'accepted'),
                SUM(d.state = 'failed'), SUM(d.state = 'unknown'), SUM(d.state = 'expired'), SUM(d.state = 'cancelled')
            FROM (
                SELECT app, notification_id, state FROM delivery UNION ALL
                SELECT app, notification_id, state FROM channel_delivery
            ) d JOIN notification n ON n.app = d.app AND n.id = d.notification_id GROUP BY 1, 2
            """
        ),
        (
            "SELECT * FROM queue_count WHERE open > 0",
            """
            SELECT app, provider, COUNT(*) FROM (
                SELECT app, provider, state FROM delivery UNION ALL
                SELECT app, channel, state FROM channel_delivery
            ) WHERE state = 'pending' GROUP BY 1, 2
            """
        ),
        (
            "SELECT app, user_id, unseen, unread FROM badge WHERE unread > 0",
            """
            SELECT app, user_id, SUM(seen_at IS NULL), SUM(read_at IS NULL) FROM notification
            WHERE in_app_reason IS NULL AND removed_at IS NULL GROUP BY 1, 2 HAVING SUM(read_at IS NULL) > 0
            """
        ),
        (
            "SELECT DISTINCT app, user_id, trigger_id FROM named_user",
            """
            SELECT * FROM (
                SELECT app, actor_id, id FROM trigger WHERE actor_id IS NOT NULL UNION
                SELECT t.app, j.value, t.id FROM trigger t, json_each(
                    CASE WHEN substr(t.audience, 1, 8) = '{"users"' THEN t.audience ELSE '{}' END, '$.users') j)
            """
        ),
        (
            "SELECT * FROM device_count WHERE devices > 0",
            "SELECT app, provider, state, COUNT(*) FROM device GROUP BY 1, 2, 3"
        ),
    ]
}
