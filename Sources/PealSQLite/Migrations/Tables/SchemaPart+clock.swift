extension SchemaPart {
    /// What is known of the server's clock, and how many devices its sweeps took (ADR 0059).
    static let clock = SchemaPart(
        sql: """
            -- One row: the latest instant that a running server trusted, how often an operator accepted the clock, and what
            -- is in question: what the system's clock shows, what the time that passed says, and what a witness said.
            CREATE TABLE clock (
                id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1), latest INTEGER NOT NULL,
                acceptances INTEGER NOT NULL DEFAULT 0, system INTEGER, trusted INTEGER, witness INTEGER,
                CHECK ((system IS NULL) = (trusted IS NULL)), CHECK (witness IS NULL OR system IS NOT NULL)) STRICT;
            -- Of a database that is older than this table, the marks of the event log say when a server ran last.
            INSERT INTO clock (id, latest) SELECT 1, at FROM event_mark ORDER BY at DESC LIMIT 1;

            -- When a sweep found a device stale; NULL of one that an earlier version found.
            ALTER TABLE device ADD COLUMN stale_at INTEGER;

            CREATE TABLE device_sweep (
                app INTEGER NOT NULL PRIMARY KEY, day INTEGER NOT NULL, devices INTEGER NOT NULL, ended INTEGER NOT NULL,
                waits INTEGER NOT NULL CHECK (waits IN (0, 1))) STRICT;
            """
    )
}
