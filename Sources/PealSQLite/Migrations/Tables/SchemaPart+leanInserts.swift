extension SchemaPart {
    /// What a new row brings with it is written by whoever inserts it: a statement with a trigger keeps every page that it
    /// changes, as it could fail halfway (ADR 0073).
    static let leanInserts = SchemaPart(
        sql: """
            DROP TRIGGER badge_insert;
            DROP TRIGGER named_user_insert;
            DROP TRIGGER entity_begins;
            """
    )
}
