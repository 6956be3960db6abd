import GRDB

/// Which stage holds a push, and whether a digest has had it: what a decision needs is not read out of the trace.
enum M0005Holds {
    static func migrate(_ db: Database) throws {
        try db.execute(sql: statements)
    }

    private static let statements = """
        -- The stage that holds the push, or held it last. What an earlier version held waits for quiet hours to end, as
        -- far as is known here.
        ALTER TABLE notification ADD COLUMN hold_stage TEXT DEFAULT 'quiet-hours'
            CHECK (push <> 'hold' OR hold_stage IS NOT NULL);
        -- Whether a digest, a summary or a throttle's window has had the push: a digest is not asked again.
        ALTER TABLE notification ADD COLUMN was_gathered INTEGER NOT NULL DEFAULT 0 CHECK (was_gathered IN (0, 1));
        UPDATE notification SET was_gathered = 1 WHERE slot IS NOT NULL;
        """
}
