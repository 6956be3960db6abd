extension SchemaPart {
    /// Counts are changed once a change by ``CountRows``, no longer once a row by triggers (ADR 0057).
    ///
    /// Deliveries of a deleted notification are deleted by their foreign key.
    static let countsByChange = SchemaPart(
        sql: """
            DROP TRIGGER decision_count_insert;
            DROP TRIGGER decision_count_update;
            DROP TRIGGER decision_count_delete;
            DROP TRIGGER delivery_count_insert;
            DROP TRIGGER delivery_count_update;
            DROP TRIGGER delivery_count_delete;
            DROP TRIGGER delivery_of_deleted;
            DROP TRIGGER channel_delivery_count_insert;
            DROP TRIGGER channel_delivery_count_update;
            DROP TRIGGER channel_delivery_count_delete;
            DROP TRIGGER channel_delivery_of_deleted;
            """
    )
}
