import GRDB

/// Where an erased user is named, and since when a device is revoked.
enum M0004Erasure {
    static func migrate(_ db: Database) throws {
        try db.execute(sql: users)
        try db.execute(sql: devices)
        try PlannerStatistics.add(figures, db)
    }

    /// The users that a trigger's audience lists; other audiences name nobody.
    private static func audience(of row: String) -> String {
        """
        SELECT \(row).app, j.value, \(row).id FROM json_each(
            CASE WHEN substr(\(row).audience, 1, 8) = '{"users"' THEN \(row).audience ELSE '{}' END, '$.users') j
        """
    }

    private static let users = """
        -- The users that a trigger names, in its audience or as its actor: what erasing a user has to change.
        CREATE TABLE named_user (
            app TEXT NOT NULL, user_id TEXT NOT NULL, trigger_id BLOB NOT NULL,
            PRIMARY KEY (app, user_id, trigger_id)) STRICT, WITHOUT ROWID;
        CREATE TRIGGER named_user_insert AFTER INSERT ON trigger BEGIN
            INSERT INTO named_user (app, user_id, trigger_id) \(audience(of: "NEW")) WHERE true ON CONFLICT DO NOTHING;
            INSERT INTO named_user (app, user_id, trigger_id)
            SELECT NEW.app, NEW.actor_id, NEW.id WHERE NEW.actor_id IS NOT NULL ON CONFLICT DO NOTHING;
        END;
        CREATE TRIGGER named_user_delete AFTER DELETE ON trigger BEGIN
            DELETE FROM named_user WHERE (app, user_id, trigger_id) IN (\(audience(of: "OLD")));
            DELETE FROM named_user WHERE app = OLD.app AND user_id = OLD.actor_id AND trigger_id = OLD.id;
        END;
        INSERT INTO named_user SELECT t.app, j.value, t.id FROM trigger t, json_each(
            CASE WHEN substr(t.audience, 1, 8) = '{"users"' THEN t.audience ELSE '{}' END, '$.users') j
        WHERE true ON CONFLICT DO NOTHING;
        INSERT INTO named_user SELECT app, actor_id, id FROM trigger WHERE actor_id IS NOT NULL ON CONFLICT DO NOTHING;
        -- It names a user, and is needed only while fan-out goes on.
        UPDATE trigger SET cursor = NULL WHERE fan_out = 'finished' OR cancelled_at IS NOT NULL;
        """

    private static let devices = """
        -- Since when nothing is sent to it any more.
        ALTER TABLE device ADD COLUMN revoked_at INTEGER CHECK (revoked_at IS NULL OR state = 'revoked');
        UPDATE device SET revoked_at = last_seen_at WHERE state = 'revoked';
        CREATE INDEX device_revoked ON device (app, revoked_at) WHERE state = 'revoked';
        """

    private static let figures = [
        ("named_user", "named_user", "2000000 400000 20 1"),
        ("device", "device_revoked", "20000 4000 2"),
    ]
}
