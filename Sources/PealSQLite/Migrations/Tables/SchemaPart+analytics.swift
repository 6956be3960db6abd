extension SchemaPart {
    /// Events of the specification and hourly counts (ADR 0045).
    static let analytics = SchemaPart(
        figures: [
            IndexFigures("analytics_event", "analytics_event_app", rows: "1000000 200000 1"),
            IndexFigures(
                "analytics_count",
                "sqlite_autoindex_analytics_count_1",
                rows: "500000 100000 200 30 4 2 1 1"
            ),
        ],
        sql: """
            -- What one page of the event log means, for each app: events as bytes, which name users by their notification or
            -- by `user_key`. `at` is when it was read.
            CREATE TABLE analytics_event (
                seq INTEGER PRIMARY KEY AUTOINCREMENT, app INTEGER NOT NULL, at INTEGER NOT NULL,
                events BLOB NOT NULL CHECK (length(events) > 0)) STRICT;
            CREATE INDEX analytics_event_app ON analytics_event (app, seq);

            -- What was counted in each hour since 1970; '' and -1 stand for what does not apply.
            CREATE TABLE analytics_count (
                app INTEGER NOT NULL, hour INTEGER NOT NULL, measure TEXT NOT NULL, bucket INTEGER NOT NULL,
                category TEXT NOT NULL, channel TEXT NOT NULL, priority INTEGER NOT NULL, count INTEGER NOT NULL,
                PRIMARY KEY (app, hour, measure, bucket, category, channel, priority)) STRICT;
            """
    )
}
