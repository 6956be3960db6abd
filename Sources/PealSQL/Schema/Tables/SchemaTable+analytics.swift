extension SchemaTable {
    /// What one page of the event log means, for each app: events as bytes, which name users by their notification or by
    /// `user_key`.
    ///
    /// `at` is when it was read.
    static let analyticsEvent = SchemaTable(
        "analytics_event",
        sql: """
            CREATE TABLE analytics_event (
                seq {numbered}, app INTEGER NOT NULL, at INTEGER NOT NULL,
                events BLOB NOT NULL CHECK (length(events) > 0)) {by_row};
            CREATE INDEX analytics_event_app ON analytics_event (app, seq);
            """
    )

    /// What was counted in each hour since 1970; '' and -1 stand for what does not apply.
    static let analyticsCount = SchemaTable(
        "analytics_count",
        sql: """
            CREATE TABLE analytics_count (
                app INTEGER NOT NULL, hour INTEGER NOT NULL, measure TEXT NOT NULL, bucket INTEGER NOT NULL,
                category TEXT NOT NULL, channel TEXT NOT NULL, priority INTEGER NOT NULL, count INTEGER NOT NULL,
                PRIMARY KEY (app, hour, measure, bucket, category, channel, priority)) {by_row};
            """
    )

    /// Whether the first reply came by an action (NULL without a reply), whether the latest says "running late", whether
    /// the check-in came after the start; the hour that it counts in, NULL while it is not late; and the hour of its
    /// last change.
    ///
    /// `user_ref` is a key of `user_key`, which an erasure deletes.
    static let arrival = SchemaTable(
        "arrival",
        sql: """
            CREATE TABLE arrival (
                app INTEGER NOT NULL, entity_type TEXT NOT NULL, entity_id TEXT NOT NULL, user_ref INTEGER NOT NULL,
                by_action INTEGER CHECK (by_action IN (0, 1)),
                announced_late INTEGER NOT NULL CHECK (announced_late IN (0, 1)),
                checked_in_late INTEGER NOT NULL CHECK (checked_in_late IN (0, 1)), counted_hour INTEGER,
                changed_hour INTEGER NOT NULL,
                CHECK ((announced_late + checked_in_late > 0) = (counted_hour IS NOT NULL)),
                PRIMARY KEY (app, entity_type, entity_id, user_ref)) {by_key};
            CREATE INDEX arrival_age ON arrival (app, changed_hour);
            """
    )
}
