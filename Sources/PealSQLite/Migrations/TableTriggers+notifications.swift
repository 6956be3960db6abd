extension TableTriggers {
    /// A shared text goes with the last notification that has it.
    static let content = """
        CREATE TRIGGER content_deleted AFTER DELETE ON notification WHEN OLD.content_id IS NOT NULL BEGIN
            UPDATE content SET uses = uses - 1 WHERE app = OLD.app AND id = OLD.content_id;
            DELETE FROM content WHERE app = OLD.app AND id = OLD.content_id AND uses = 0;
        END;
        CREATE TRIGGER content_dropped AFTER UPDATE OF content_id ON notification
        WHEN OLD.content_id IS NOT NULL AND NEW.content_id IS NULL BEGIN
            UPDATE content SET uses = uses - 1 WHERE app = OLD.app AND id = OLD.content_id;
            DELETE FROM content WHERE app = OLD.app AND id = OLD.content_id AND uses = 0;
        END;
        """

    /// The badge follows what is in the inbox.
    static let badge = """
        CREATE TRIGGER badge_delete AFTER DELETE ON notification WHEN \(isShown("OLD")) BEGIN
            UPDATE badge SET version = version + 1,
                unseen = unseen - (OLD.seen_at IS NULL), unread = unread - (OLD.read_at IS NULL)
            WHERE app = OLD.app AND user_id = OLD.user_id;
        END;
        CREATE TRIGGER badge_update
        AFTER UPDATE OF seen_at, read_at, removed_at, in_app_reason, is_alert ON notification
        WHEN \(badgeState("OLD")) <> \(badgeState("NEW"))
        BEGIN
            UPDATE badge SET version = version + 1,
                unseen = unseen + (\(isShown("NEW")) AND NEW.seen_at IS NULL) - (\(isShown("OLD")) AND OLD.seen_at IS NULL),
                unread = unread + (\(isShown("NEW")) AND NEW.read_at IS NULL) - (\(isShown("OLD")) AND OLD.read_at IS NULL)
            WHERE app = NEW.app AND user_id = NEW.user_id;
        END;
        """

    /// Whether a row is in the inbox.
    private static func isShown(_ row: String) -> String {
        "\(row).in_app_reason IS NULL AND \(row).removed_at IS NULL"
    }

    /// What of a row a client's badge depends on.
    private static func badgeState(_ row: String) -> String {
        "(\(row).seen_at IS NULL, \(row).read_at IS NULL, \(row).removed_at IS NULL, \(row).in_app_reason IS NULL, "
            + "\(row).is_alert)"
    }
}
