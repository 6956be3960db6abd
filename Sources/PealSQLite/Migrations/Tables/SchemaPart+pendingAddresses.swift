extension SchemaPart {
    /// An address that a device key named and that waits for a call with a session: its keyed hash, and since when.
    static let pendingAddresses = SchemaPart(
        sql: """
            ALTER TABLE device ADD COLUMN pending_hash BLOB;
            ALTER TABLE device ADD COLUMN pending_since INTEGER;
            """
    )
}
