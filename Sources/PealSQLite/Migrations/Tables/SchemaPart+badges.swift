extension SchemaPart {
    /// The badge is kept by the schema, so that no statement can forget it.
    static let badges = SchemaPart(
        figures: [IndexFigures("badge", rows: "100000 20000 1")],
        sql: """
            CREATE TABLE badge (
                app INTEGER NOT NULL, user_id TEXT NOT NULL, version INTEGER NOT NULL,
                unseen INTEGER NOT NULL CHECK (unseen >= 0), unread INTEGER NOT NULL CHECK (unread >= 0),
                PRIMARY KEY (app, user_id)) STRICT, WITHOUT ROWID;

            CREATE TRIGGER badge_insert AFTER INSERT ON notification
            WHEN NEW.in_app_reason IS NULL AND NEW.removed_at IS NULL BEGIN
                INSERT INTO badge (app, user_id, version, unseen, unread)
                VALUES (NEW.app, NEW.user_id, 1, NEW.seen_at IS NULL, NEW.read_at IS NULL)
                ON CONFLICT (app, user_id) DO UPDATE SET version = version + 1,
                    unseen = unseen + excluded.unseen, unread = unread + excluded.unread;
            END;

            CREATE TRIGGER badge_update
            AFTER UPDATE OF seen_at, read_at, removed_at, in_app_reason, is_alert ON notification
            WHEN \(state("OLD")) <> \(state("NEW"))
            BEGIN
                UPDATE badge SET version = version + 1,
                    unseen = unseen + (\(counts("NEW")) AND NEW.seen_at IS NULL) - (\(counts("OLD")) AND OLD.seen_at IS NULL),
                    unread = unread + (\(counts("NEW")) AND NEW.read_at IS NULL) - (\(counts("OLD")) AND OLD.read_at IS NULL)
                WHERE app = NEW.app AND user_id = NEW.user_id;
            END;

            CREATE TRIGGER badge_delete AFTER DELETE ON notification WHEN \(counts("OLD")) BEGIN
                UPDATE badge SET version = version + 1,
                    unseen = unseen - (OLD.seen_at IS NULL), unread = unread - (OLD.read_at IS NULL)
                WHERE app = OLD.app AND user_id = OLD.user_id;
            END;
            """
    )

    /// Whether a row is in the inbox.
    private static func counts(_ row: String) -> String { "\(row).in_app_reason IS NULL AND \(row).removed_at IS NULL" }

    /// What of a row a client's badge depends on.
    private static func state(_ row: String) -> String {
        "(\(row).seen_at IS NULL, \(row).read_at IS NULL, \(row).removed_at IS NULL, \(row).in_app_reason IS NULL, "
            + "\(row).is_alert)"
    }
}
