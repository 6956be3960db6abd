extension SchemaPart {
    /// Digest windows that closed long ago are not walked over: neither to find those of a user that are open, nor to find what
    /// waits in one.
    ///
    /// An item that comes back to a window waits from then on, not from when the window was to close: so items are found by
    /// `held_until`.
    static let windowIndexes = SchemaPart(
        figures: [IndexFigures("notification", "notification_window", rows: "10000 2000 4 2 2")],
        sql: """
            DROP INDEX notification_slot;
            CREATE INDEX notification_slot ON notification (app, user_id, slot_until, slot) WHERE slot IS NOT NULL;
            CREATE INDEX notification_window ON notification (app, user_id, slot, held_until) WHERE push = 'digest';
            """
    )
}
